// IR statements as C++ statements, one for one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emit/exprs.h"
#include "emit/text_writer.h"
#include "ir/module.h"

namespace pycu::emit {

/// Prints the body of one function.
class StmtPrinter {
  public:
    StmtPrinter(const ir::Module& module, const ir::Function& function, TextWriter& out,
                const Sharing& sharing = no_sharing, const Options& options = {})
        : module_(module),
          function_(function),
          options_(options),
          exprs_(module, function, sharing, options),
          out_(out) {}

    void block(const ir::Block& block);

    /// What the function's regions begin with, and their statements; the function must have some.
    void regions();

    /// The loops over the function's rows; it must have some.
    void rows();

  private:
    /// How often a variable is read and set, and what it is declared with.
    struct Uses {
        std::size_t reads = 0;
        std::size_t sets = 0;
        ir::ExprId value;
    };

    std::size_t shapes_together(const ir::Block& block, std::size_t first) const;
    void declare_together(const ir::Block& block, std::size_t first, std::size_t count);
    std::size_t items_together(const ir::Block& block, std::size_t first) const;
    void bind_items(const ir::Block& block, std::size_t first, std::size_t count);
    void stmt(const ir::Stmt& stmt);
    void assign(const ir::Assign& s);
    void unpack(const ir::Unpack& s);
    void declare(const ir::Declare& s);
    void store(const ir::Store& s);
    void print_if(const ir::If& s, const ir::Stmt& stmt, const std::string& keyword,
                  const std::vector<std::string>& comments = {});
    void print_else(const ir::Block& orelse, const ir::Stmt& stmt);
    void print_while(const ir::While& s);
    void while_body(const ir::Block& turn);
    void print_counted(const ir::Assign& start, const ir::While& s);
    void print_for(const ir::ForRange& s);
    void print_for_items(const ir::ForItems& s);
    const ir::Assign* sets_element(const ir::ForRange& s) const;
    bool is_item(ir::ExprId item, ir::ExprId array, ir::LocalId counter) const;
    void print_print(const ir::Print& s);
    void print_return(const ir::Return& s);
    void print_raise(const ir::Raise& s);
    void declare_array(const ir::DeclareArray& s);
    void evaluate(const ir::Evaluate& s, const ir::Stmt& stmt);
    void for_threads(const ir::ForThreads& s);
    void meet_warps(const ir::MeetWarps& s);
    void end_thread();
    void along_row(const ir::Rows& rows);
    void declare_kept(ir::LocalId id);
    std::string kept_name(ir::LocalId id) const;
    std::string kept_mark(const std::string& mark, ir::LocalId id) const;
    void body(const ir::Block& block, const std::vector<std::string>& comments = {});

    std::string declaration(const ir::Local& local) const;
    bool updates_itself(const ir::Assign& s) const;
    std::optional<std::string> update(const ir::Assign& s) const;
    std::string item_list(const ir::ForItems& s) const;
    std::string list_type(const ir::ForItems& s) const;
    std::optional<std::string> bound_in_turn(const ir::ForItems& s, std::size_t& count) const;
    std::string binding(const ir::Unpack& s) const;
    bool is_gone_through(const ir::Block& block, std::size_t place) const;
    ir::ExprId array_gone_through(const ir::ForRange& s) const;
    const Uses& uses_of(ir::LocalId local) const;
    void count_uses() const;
    std::string names_bound(const ir::Block& block, std::size_t first, std::size_t count) const;
    std::string print_format(const ir::Print& s) const;
    ir::ExprId range_of(const ir::ForRange& s) const;
    std::string goes_on(const ir::ForRange& s) const;
    std::string step_text(const ir::ForRange& s, const std::string& counter) const;

    const ir::Module& module_;
    const ir::Function& function_;
    Options options_;
    ExprPrinter exprs_;
    TextWriter& out_;
    /// By variable; counted when first asked for.
    mutable std::vector<Uses> uses_;
    /// Of a function's regions: the loop over threads around the statement, none for the frame.
    std::optional<int> loop_;
    int loops_ = 0;
    bool in_regions_ = false;
};

}  // namespace pycu::emit
