// Compares two manifests as their callers see them. See abi_diff.h.
#include "manifest/abi_diff.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/text.h"

namespace pycu::manifest {

namespace {

using Kind = Change::Kind;

std::string quoted(const std::string& text) {
    return "`" + text + "`";
}

bool is_same_field(const RecordField& a, const RecordField& b) {
    return a.name == b.name && a.dtype == b.dtype && a.offset == b.offset && a.shape == b.shape;
}

bool is_same_value(const Global& a, const Global& b) {
    return a.name == b.name && a.type == b.type && a.value == b.value && a.dtype == b.dtype &&
           a.shape == b.shape && a.order == b.order && a.values == b.values &&
           std::ranges::equal(a.items, b.items, is_same_value);
}

class Comparison {
  public:
    Comparison(const Manifest& old, const Manifest& now) : old_(old), now_(now) {}

    std::vector<Change> run() {
        if (old_.module != now_.module) {
            of_ = "module";
            add(Kind::Incompatible, "it was " + quoted(old_.module) + " and is " +
                                        quoted(now_.module) + ", and so begin all symbols");
            return std::move(changes_);
        }
        compare(old_.records, now_.records, "record ",
                [this](const auto& a, const auto& b) { record(a, b); });
        compare(old_.kernels, now_.kernels, "kernel ",
                [this](const auto& a, const auto& b) { kernel(a, b); });
        compare(old_.ufuncs, now_.ufuncs, "",
                [this](const auto& a, const auto& b) { ufunc(a, b); });
        functions();
        compare(old_.globals, now_.globals, "global ",
                [this](const auto& a, const auto& b) { global(a, b); });
        compare(old_.constants, now_.constants, "constant ", [this](const auto& a, const auto& b) {
            if (a.type != b.type || a.value != b.value) {
                add(Kind::Compatible, "kernels are compiled with " + b.value + " for " + a.value);
            }
        });
        return std::move(changes_);
    }

  private:
    /// As Python writes it; of much its kind alone.
    static std::string shown(const Global& global) {
        if (global.type == "array") {
            std::vector<std::string> extents;
            for (const std::int64_t extent : global.shape) {
                extents.push_back(std::to_string(extent));
            }
            return "an array (" + join(extents, ", ") + ") of " + global.dtype;
        }
        if (global.type != "tuple") {
            return global.value;
        }
        if (global.items.size() > 8) {
            return "a tuple of " + std::to_string(global.items.size());
        }
        std::vector<std::string> items;
        for (const Global& item : global.items) {
            items.push_back(shown(item));
        }
        return "(" + join(items, ", ") + (items.size() == 1 ? ",)" : ")");
    }

    void global(const Global& old, const Global& now) {
        if (is_same_value(old, now)) {
            return;
        }
        if (old.type != now.type) {
            add(Kind::Incompatible, "it was " + quoted(old.type) + " and is " + quoted(now.type));
            return;
        }
        const std::string before = shown(old), behind = shown(now);
        add(Kind::Compatible, before == behind
                                  ? "it has other values: " + behind
                                  : "it has another value: " + before + " -> " + behind);
    }

    /// What it is, in front of its name; of a ufunc its kind: "gufunc", "reduction".
    template <class T>
    static std::string noun_of(const std::string& noun, const T& /*one*/) {
        return noun;
    }
    static std::string noun_of(const std::string& /*noun*/, const Ufunc& one) {
        return one.kind + " ";
    }

    void add(Kind kind, std::string what) { changes_.push_back({kind, of_, std::move(what)}); }

    /// Matches two lists by name; `both` compares two of one name.
    template <class T, class Both>
    void compare(const std::vector<T>& old, const std::vector<T>& now, const std::string& noun,
                 const Both& both) {
        for (const T& one : old) {
            of_ = noun_of(noun, one) + quoted(one.name);
            const auto same = std::ranges::find(now, one.name, &T::name);
            if (same != now.end()) {
                both(one, *same);
            } else if (noun != "constant ") {
                add(Kind::Incompatible, "it is gone");
            }
        }
        for (const T& one : now) {
            of_ = noun_of(noun, one) + quoted(one.name);
            if (noun != "constant " && std::ranges::find(old, one.name, &T::name) == old.end()) {
                add(Kind::Added, "it is new");
            }
        }
    }

    void record(const Record& old, const Record& now) {
        if (old.c_type != now.c_type) {
            add(Kind::Incompatible,
                "in C it was " + quoted(old.c_type) + " and is " + quoted(now.c_type));
        }
        const bool is_same =
            old.size == now.size && std::ranges::equal(old.fields, now.fields, is_same_field);
        if (!is_same) {
            add(Kind::Incompatible, "its fields lie elsewhere: " + std::to_string(old.size) +
                                        " bytes -> " + std::to_string(now.size));
        }
    }

    void kernel(const Kernel& old, const Kernel& now) {
        for (const Specialisation& one : old.specialisations) {
            const auto same =
                std::ranges::find(now.specialisations, one.symbol, &Specialisation::symbol);
            if (same != now.specialisations.end()) {
                specialisation(one, *same);
            } else {
                add(Kind::Incompatible, quoted(one.symbol) + " is gone: " + one.signature);
            }
        }
        for (const Specialisation& one : now.specialisations) {
            if (std::ranges::find(old.specialisations, one.symbol, &Specialisation::symbol) ==
                old.specialisations.end()) {
                add(Kind::Added, quoted(one.symbol) + " is new: " + one.signature);
            }
        }
        plain_symbol(old.symbol, old.specialisations, now.symbol, now.specialisations);
    }

    /// `step` stands for the first of its list, whose types its callers have.
    template <class T>
    void plain_symbol(const std::string& old_symbol, const std::vector<T>& old,
                      const std::string& now_symbol, const std::vector<T>& now) {
        if (old_symbol != now_symbol) {
            add(Kind::Incompatible, quoted(old_symbol) + " is called " + quoted(now_symbol));
        } else if (!old.empty() && !now.empty() && old[0].symbol != now[0].symbol) {
            add(Kind::Incompatible, quoted(old_symbol) + " takes other types: " + old[0].signature +
                                        " -> " + now[0].signature);
        }
    }

    void specialisation(const Specialisation& old, const Specialisation& now) {
        arguments(old.symbol, old.args, now.args);
        for (const std::string& entry : old.entries) {
            if (std::ranges::count(now.entries, entry) == 0 && entry == "strided") {
                add(Kind::Incompatible,
                    quoted(old.symbol) + " takes contiguous arrays alone, and took any");
            }
        }
        if (!old.dynamic_shared && now.dynamic_shared) {
            add(Kind::Incompatible,
                quoted(old.symbol) + " needs bytes of shared memory from its launch");
        }
    }

    void arguments(const std::string& symbol, const std::vector<Arg>& old,
                   const std::vector<Arg>& now) {
        const std::string at = quoted(symbol) + ": ";
        if (old.size() != now.size()) {
            add(Kind::Incompatible,
                at + std::to_string(old.size()) + " arguments -> " + std::to_string(now.size()));
            return;
        }
        for (std::size_t i = 0; i < old.size(); ++i) {
            argument(at, old[i], now[i]);
        }
    }

    void argument(const std::string& at, const Arg& old, const Arg& now) {
        if (old.name != now.name) {
            add(Kind::Compatible, at + quoted(old.name) + " is called " + quoted(now.name));
        }
        const std::string name = quoted(now.name);
        if (old.type != now.type || old.c_type != now.c_type || old.dtype != now.dtype) {
            add(Kind::Incompatible, at + name + " was " + old.type + " and is " + now.type);
        }
        if (old.written != now.written) {
            add(now.written ? Kind::Incompatible : Kind::Compatible,
                at + name +
                    (now.written ? " is written to, and was only read"
                                 : " is only read, and was written to"));
        }
    }

    void ufunc(const Ufunc& old, const Ufunc& now) {
        const std::pair<std::string, std::string> parts[] = {
            {old.kind, now.kind}, {old.layout, now.layout}, {old.identity, now.identity}};
        for (const auto& [before, behind] : parts) {
            if (before != behind) {
                add(Kind::Incompatible, "it was " + quoted(before) + " and is " + quoted(behind));
            }
        }
        for (const Loop& one : old.loops) {
            if (std::ranges::find(now.loops, one.symbol, &Loop::symbol) == now.loops.end()) {
                add(Kind::Incompatible, quoted(one.symbol) + " is gone: " + one.signature);
            }
        }
        for (const Loop& one : now.loops) {
            if (std::ranges::find(old.loops, one.symbol, &Loop::symbol) == old.loops.end()) {
                add(Kind::Added, quoted(one.symbol) + " is new: " + one.signature);
            }
        }
        plain_symbol(old.symbol, old.loops, now.symbol, now.loops);
    }

    /// Functions that the host calls: one name may have several lists of types.
    void functions() {
        for (const HostFunction& one : old_.functions) {
            of_ = "function " + quoted(one.name);
            const auto same = std::ranges::find(now_.functions, one.symbol, &HostFunction::symbol);
            if (same == now_.functions.end()) {
                add(Kind::Incompatible, quoted(one.symbol) + " is gone");
                continue;
            }
            arguments(one.symbol, one.args, same->args);
            if (one.result.type != same->result.type) {
                add(Kind::Incompatible, quoted(one.symbol) + " returned " + one.result.type +
                                            " and returns " + same->result.type);
            }
        }
        for (const HostFunction& one : now_.functions) {
            of_ = "function " + quoted(one.name);
            if (std::ranges::find(old_.functions, one.symbol, &HostFunction::symbol) ==
                old_.functions.end()) {
                add(Kind::Added, quoted(one.symbol) + " is new");
            }
        }
    }

    const Manifest& old_;
    const Manifest& now_;
    std::string of_;
    std::vector<Change> changes_;
};

}  // namespace

std::string_view name(Change::Kind kind) {
    switch (kind) {
        case Kind::Added:
            return "addition";
        case Kind::Compatible:
            return "compatible";
        case Kind::Incompatible:
            break;
    }
    return "incompatible";
}

std::string to_json(const std::vector<Change>& changes) {
    auto list = nlohmann::ordered_json::array();
    for (const Change& one : changes) {
        list.push_back({{"kind", name(one.kind)}, {"of", one.of}, {"what", one.what}});
    }
    return list.dump(2) + '\n';
}

std::vector<Change> abi_changes(const Manifest& old, const Manifest& now) {
    return Comparison(old, now).run();
}

std::vector<Change> abi_changes(const std::map<std::string, Manifest>& old,
                                const std::map<std::string, Manifest>& now) {
    std::vector<Change> changes;
    for (const auto& [path, manifest] : old) {
        const auto same = now.find(path);
        if (same == now.end()) {
            changes.push_back(
                {Kind::Incompatible, "module " + quoted(manifest.module), "it is gone"});
            continue;
        }
        for (Change& one : abi_changes(manifest, same->second)) {
            one.of += " of " + manifest.module;
            changes.push_back(std::move(one));
        }
    }
    for (const auto& [path, manifest] : now) {
        if (!old.contains(path)) {
            changes.push_back({Kind::Added, "module " + quoted(manifest.module), "it is new"});
        }
    }
    return changes;
}

}  // namespace pycu::manifest
