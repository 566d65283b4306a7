#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "talus/core/nearest.h"
#include "talus/settings/fill.h"
#include "talus/settings/findings.h"
#include "talus/settings/read_value.h"

namespace talus::settings {
namespace {

std::string didYouMean(const Registry& registry, const Section& section, std::string_view key) {
    const auto keys = section.keys();
    if (const auto match = nearest(key, keys))
        return fmt::format("did you mean '{}'? ({})", *match, brief(section, *section.rows(*match).front()));
    for (const Section& other : registry.sections())
        if (!other.rows(key).empty()) return fmt::format("'{}' is a key of {}", key, other.title());
    return fmt::format("{} has: {}", section.title(), fmt::join(keys, ", "));
}

/// Reads the keys of one table into one object.
class ObjectReader {
  public:
    ObjectReader(const Registry& registry, const Section& section, void* object, const Entries& entries,
                 SourceSpan span, Diagnostics& diagnostics)
        : registry_(registry),
          section_(section),
          object_(object),
          entries_(entries),
          span_(span),
          diagnostics_(diagnostics) {}

    void read() {
        for (const Parameter& row : section_.parameters)
            if (row.when.key.empty()) readRow(row);
        for (const std::string& key : section_.keys())
            if (!section_.rows(key).front()->when.key.empty()) readConditional(key);
        for (const Entry& entry : entries_) {
            if (full(diagnostics_)) return;
            if (section_.rows(entry.key).empty() && !isSubsection(entry.key)) unknown(entry);
        }
    }

  private:
    /// Whether a key of the top table is the name of a section.
    bool isSubsection(std::string_view key) const {
        return section_.name.empty() && registry_.find(key) != nullptr;
    }

    void unknown(const Entry& entry) {
        const bool table = std::holds_alternative<Entries>(entry.node.value);
        const List* list = std::get_if<List>(&entry.node.value);
        const bool tables = list && !list->empty() && std::holds_alternative<Entries>(list->front().value);
        for (const MovedKey& moved : section_.moved)
            if (moved.key == entry.key)
                return diagnostics_.error(
                    entry.span,
                    fmt::format("{} {} was renamed or moved", quoted(entry.key), section_.where()),
                    fmt::format("write {}", moved.to));
        if (!section_.name.empty() || (!table && !tables)) {
            diagnostics_.error(entry.span,
                               fmt::format("unknown key {} {}", quoted(entry.key), section_.where()),
                               didYouMean(registry_, section_, entry.key));
            return;
        }
        const auto names = registry_.names();
        const auto match = nearest(entry.key, names);
        diagnostics_.error(entry.span, fmt::format("unknown table {}", quoted(entry.key)),
                           match ? fmt::format("did you mean {}?", registry_.find(*match)->title())
                                 : fmt::format("tables: {}", fmt::join(names, ", ")));
    }

    void readRow(const Parameter& row) {
        const Entry* entry = find(entries_, row.key);
        if (!entry) {
            if (row.required) missing(row);
            return;
        }
        if (auto value = readValue(entry->node, section_, row, diagnostics_))
            row.set(object_, *value);
        else
            unread_.insert(row.key);
    }

    void missing(const Parameter& row) {
        unread_.insert(row.key);
        diagnostics_.error(span_, fmt::format("'{}' is missing {}", row.key, section_.where()),
                           fmt::format("add {} = {}   # {}", row.key, exampleOf(section_, row), row.doc));
    }

    /// Reads a key with conditions by its row whose condition holds. An error where none holds.
    void readConditional(const std::string& key) {
        const auto rows = section_.rows(key);
        if (unread_.contains(rows.front()->when.key)) return;  // already reported; the row is not known
        for (const Parameter* row : rows)
            if (section_.applies(*row, object_)) return readRow(*row);
        const Entry* entry = find(entries_, key);
        if (!entry) return;
        std::vector<std::string> where;
        where.reserve(rows.size());
        for (const Parameter* row : rows) where.push_back(row->when.text());
        const std::string_view selector = rows.front()->when.key;
        const std::string now = std::get<std::string>(section_.rows(selector).front()->get(object_));
        const Entry* chosen = find(entries_, selector);  // null: it has its default
        const std::string line =
            chosen && chosen->span.source == 0 ? fmt::format(" (line {})", chosen->span.line) : "";
        diagnostics_.error(entry->span,
                           fmt::format("'{}' does not apply where {} = \"{}\"{}", key, selector, now, line),
                           fmt::format("it applies where {}", fmt::join(where, ", or ")));
    }

    const Registry& registry_;
    const Section& section_;
    void* object_;
    const Entries& entries_;
    SourceSpan span_;
    Diagnostics& diagnostics_;
    std::set<std::string_view> unread_;  ///< keys whose value could not be read
};

void readSingle(const Registry& registry, const Section& section, void* owner, const Entry& entry,
                Diagnostics& diagnostics) {
    if (const Entries* entries = std::get_if<Entries>(&entry.node.value)) {
        ObjectReader(registry, section, section.object(owner, 0), *entries, entry.node.span, diagnostics)
            .read();
        return;
    }
    const bool list = std::holds_alternative<List>(entry.node.value);
    diagnostics.error(entry.span,
                      fmt::format("'{}' must be one table, not {}", entry.key, kindName(entry.node)),
                      fmt::format("write [{}]{}", entry.key, list ? " once" : ""));
}

void readMany(const Registry& registry, const Section& section, void* owner, const Entry& entry,
              Diagnostics& diagnostics, std::span<const Start> starts) {
    const List* list = std::get_if<List>(&entry.node.value);
    if (!list) {
        diagnostics.error(
            entry.span, fmt::format("'{}' must be a list of tables, not {}", entry.key, kindName(entry.node)),
            fmt::format("write [[{}]] with two brackets", entry.key));
        return;
    }
    if (list->size() > section.max_count) {
        diagnostics.error(entry.span, fmt::format("{} tables {} are too many; at most {} are possible",
                                                  list->size(), section.title(), section.max_count));
        return;
    }
    for (const Node& item : *list) {
        if (full(diagnostics)) return;
        const Entries* entries = std::get_if<Entries>(&item.value);
        if (!entries) {
            diagnostics.error(item.span,
                              fmt::format("'{}' must hold tables, not {}", entry.key, kindName(item)),
                              fmt::format("write [[{}]]", entry.key));
            continue;
        }
        section.append(owner);
        void* object = section.object(owner, section.size(owner) - 1);
        for (const Start& start : starts)
            if (start.section == section.name) start.set(object, *entries);
        ObjectReader(registry, section, object, *entries, item.span, diagnostics).read();
    }
}

}  // namespace

void fill(const Registry& registry, const Entries& root, Owners owners, Diagnostics& diagnostics,
          std::span<const Start> starts) {
    for (const Section& section : registry.sections()) {
        if (full(diagnostics)) break;
        void* owner = owners[section.owner];
        if (section.name.empty()) {
            ObjectReader(registry, section, section.object(owner, 0), root, {}, diagnostics).read();
        } else if (const Entry* entry = find(root, section.name)) {
            if (section.many)
                readMany(registry, section, owner, *entry, diagnostics, starts);
            else
                readSingle(registry, section, owner, *entry, diagnostics);
        }
    }
}

}  // namespace talus::settings
