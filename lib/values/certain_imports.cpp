// Modules that are always there. See certain_imports.h.
#include "values/certain_imports.h"

#include <algorithm>

#include "api/functions.h"
#include "values/imports.h"

namespace pycu::sema {

namespace {

/// `sys.stdlib_module_names`, less those of one system, those that some distributions leave out and
/// those that are not in every version.
constexpr std::string_view of_python[] = {
    "__future__",  "abc",          "argparse",   "array",        "ast",
    "asyncio",     "atexit",       "base64",     "bdb",          "binascii",
    "bisect",      "builtins",     "bz2",        "cProfile",     "calendar",
    "cmath",       "cmd",          "code",       "codecs",       "codeop",
    "collections", "colorsys",     "compileall", "concurrent",   "configparser",
    "contextlib",  "contextvars",  "copy",       "copyreg",      "csv",
    "ctypes",      "dataclasses",  "datetime",   "decimal",      "difflib",
    "dis",         "doctest",      "email",      "encodings",    "enum",
    "errno",       "faulthandler", "filecmp",    "fileinput",    "fnmatch",
    "fractions",   "ftplib",       "functools",  "gc",           "genericpath",
    "getopt",      "getpass",      "gettext",    "glob",         "graphlib",
    "gzip",        "hashlib",      "heapq",      "hmac",         "html",
    "http",        "imaplib",      "importlib",  "inspect",      "io",
    "ipaddress",   "itertools",    "json",       "keyword",      "linecache",
    "locale",      "logging",      "lzma",       "mailbox",      "marshal",
    "math",        "mimetypes",    "mmap",       "modulefinder", "multiprocessing",
    "netrc",       "ntpath",       "numbers",    "opcode",       "operator",
    "optparse",    "os",           "pathlib",    "pdb",          "pickle",
    "pickletools", "pkgutil",      "platform",   "plistlib",     "poplib",
    "posixpath",   "pprint",       "profile",    "pstats",       "py_compile",
    "pyclbr",      "pydoc",        "queue",      "quopri",       "random",
    "re",          "reprlib",      "runpy",      "sched",        "secrets",
    "select",      "selectors",    "shelve",     "shlex",        "shutil",
    "signal",      "site",         "smtplib",    "socket",       "socketserver",
    "sqlite3",     "ssl",          "stat",       "statistics",   "string",
    "stringprep",  "struct",       "subprocess", "symtable",     "sys",
    "sysconfig",   "tarfile",      "tempfile",   "textwrap",     "threading",
    "time",        "timeit",       "token",      "tokenize",     "trace",
    "traceback",   "tracemalloc",  "types",      "typing",       "unicodedata",
    "unittest",    "urllib",       "uuid",       "venv",         "warnings",
    "wave",        "weakref",      "webbrowser", "wsgiref",      "xml",
    "xmlrpc",      "zipapp",       "zipfile",    "zipimport",    "zlib",
    "zoneinfo"};

std::string_view head_of(std::string_view module) {
    return module.substr(0, module.find('.'));
}

}  // namespace

bool is_always_there(std::string_view module) {
    const std::size_t dot = module.rfind('.');
    if (module.starts_with("numpy.")) {
        return is_always_there(module.substr(0, dot), module.substr(dot + 1));
    }
    const std::string_view head = head_of(module);
    return head == "numba" || head == "numpy" || std::ranges::binary_search(of_python, head);
}

bool is_always_there(std::string_view module, std::string_view member) {
    if (head_of(module) != "numpy") {
        return is_always_there(module);
    }
    const Value value = module_member(module, member, {});
    return value.is<Dotted>() ? api::has_member(module, member) : !value.is_unknown();
}

}  // namespace pycu::sema
