#include "talus/settings/text/edit_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/settings/fill.h"
#include "talus/settings/findings.h"
#include "talus/settings/text/source_text.h"

namespace talus::settings {
namespace {

Error changeByHand(std::string_view path, std::string_view why) {
    return {ErrorKind::Input, fmt::format("{} {}; change it by hand in an editor", quoted(path), why)};
}

Error unreadable(const Diagnostics& diagnostics, std::string_view text) {
    std::string all = diagnostics.format("scene file", text);
    while (all.ends_with('\n')) all.pop_back();
    return {ErrorKind::Input, std::move(all)};
}

/// Whether two values are the same, wherever they are in their texts.
bool same(const Node& a, const Node& b);
bool same(const Entries& a, const Entries& b) {
    return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const Entry& entry) {
               const Entry* other = find(b, entry.key);
               return other != nullptr && same(entry.node, other->node);
           });
}
bool same(const Node& a, const Node& b) {
    if (a.value.index() != b.value.index()) return false;
    if (const auto* entries = std::get_if<Entries>(&a.value))
        return same(*entries, std::get<Entries>(b.value));
    if (const auto* list = std::get_if<List>(&a.value)) {
        const List& other = std::get<List>(b.value);
        return std::equal(list->begin(), list->end(), other.begin(), other.end(),
                          [](const Node& x, const Node& y) { return same(x, y); });
    }
    if (const auto* number = std::get_if<double>(&a.value)) {
        const double other = std::get<double>(b.value);
        return *number == other || (*number != *number && other != other);  // nan is the same as nan
    }
    if (const auto* text = std::get_if<std::string>(&a.value)) return *text == std::get<std::string>(b.value);
    if (const auto* integer = std::get_if<std::int64_t>(&a.value))
        return *integer == std::get<std::int64_t>(b.value);
    if (const auto* boolean = std::get_if<bool>(&a.value)) return *boolean == std::get<bool>(b.value);
    return true;
}

/// A key as TOML writes it.
std::string keyText(const std::string& key) {
    const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-';
    });
    return bare ? key : toToml(key, {});
}

/// The value of an option as TOML writes it. @param node how the option reads
std::string valueText(const std::string& option, const Node& node) {
    const std::string given = option.substr(option.find('=') + 1);
    // An option may lack the quotes of a text: then it reads as what was given.
    if (const auto* text = std::get_if<std::string>(&node.value); text && *text == given)
        return toToml(given, {});
    const std::size_t start = std::min(given.find_first_not_of(" \t"), given.size());
    return given.substr(start, SourceText(given).endOfValue(start) - start);
}

/// How an entry stands in the text: `[key]` or `[[key]]`, `key.other = value`, `key = value`.
enum class Form { Header, Dotted, Plain };

/// Writes one value into a text.
class Edit {
  public:
    Edit(std::string_view text, const Entries& root, const Place& place, std::string value)
        : text_(text), source_(text), root_(root), place_(place), value_(std::move(value)) {}

    Result<std::string> text() const {
        if (place_.section.empty()) return change(root_, [this] { return addAtTop(); });
        const Entry* section = find(root_, place_.section);
        if (!section) return addSection();
        const Node* table = &section->node;
        if (place_.item) table = &std::get<List>(table->value)[*place_.item];
        const Entries& entries = std::get<Entries>(table->value);
        return change(entries, [&]() -> std::string {
            switch (formOf(*section)) {
                case Form::Header: return addLine(entries, source_.offset(table->span));
                case Form::Dotted: return addDotted(entries);
                default: return addInline(entries, source_.offset(table->span));
            }
        });
    }

  private:
    Form formOf(const Entry& entry) const {
        const std::size_t key = source_.offset(entry.span), value = source_.offset(entry.node.span);
        return value < key ? Form::Header : value == key ? Form::Dotted : Form::Plain;
    }
    std::string replaced(std::size_t start, std::size_t end, std::string_view by) const {
        return std::string(text_.substr(0, start)).append(by).append(text_.substr(end));
    }
    std::string assignment() const { return fmt::format("{} = {}", keyText(place_.key), value_); }

    /// Replaces the value of the key, or adds the key by `add`.
    template <class Add>
    Result<std::string> change(const Entries& table, Add add) const {
        const Entry* entry = find(table, place_.key);
        if (!entry) return add();
        if (formOf(*entry) != Form::Plain) return changeByHand(place_.key, "is a table in the scene file");
        const std::size_t start = source_.offset(entry->node.span);
        return replaced(start, source_.endOfValue(start), value_);
    }

    /// The entry of a table that ends last in the text, and where it ends; null and 0 without one.
    struct Last {
        const Entry* entry = nullptr;
        std::size_t end = 0;
    };
    Last lastOf(const Entries& entries) const {
        Last last;
        for (const Entry& entry : entries)
            if (const std::size_t end = endOf(entry); end > last.end) last = {&entry, end};
        return last;
    }
    /// 0 for tables with a header: they are no lines of the table above them.
    std::size_t endOf(const Entry& entry) const {
        const Form form = formOf(entry);
        if (form == Form::Plain) return source_.endOfValue(source_.offset(entry.node.span));
        const auto* entries = std::get_if<Entries>(&entry.node.value);
        return form == Form::Dotted && entries ? lastOf(*entries).end : 0;
    }

    /// A line of its own below the line that holds a position.
    std::string lineBelow(std::size_t at, std::string_view before) const {
        const std::size_t end = source_.endOfLine(at);
        const bool closed = end > 0 && text_[end - 1] == '\n';
        return replaced(end, end,
                        fmt::format("{}{}{}{}", closed ? "" : source_.newline(), before, assignment(),
                                    source_.newline()));
    }
    std::string addLine(const Entries& table, std::size_t header) const {
        const auto [last, end] = lastOf(table);
        if (!last) return lineBelow(header, source_.indentation(header));
        return lineBelow(end, source_.indentation(source_.offset(last->span)));
    }
    std::string addAtTop() const {
        return lastOf(root_).entry ? addLine(root_, 0) : assignment().append(source_.newline()).append(text_);
    }
    /// As the last of the keys `section.key = value`, with the same words before the key.
    std::string addDotted(const Entries& table) const {
        const auto [last, end] = lastOf(table);
        if (!last) return std::string(text_);
        const std::size_t key = source_.offset(last->span), line = source_.startOfLine(key);
        return lineBelow(end, text_.substr(line, key - line));
    }
    std::string addInline(const Entries& table, std::size_t brace) const {
        const auto [last, end] = lastOf(table);
        if (last) return replaced(end, end, ", " + assignment());
        return replaced(brace, source_.endOfValue(brace), fmt::format("{{ {} }}", assignment()));
    }
    std::string addSection() const {
        const std::string_view newline = source_.newline();
        std::string out(text_);
        if (!out.empty() && out.back() != '\n') out += newline;
        if (!out.empty()) out += newline;
        return out + fmt::format("[{}]{}{}{}", place_.section, newline, assignment(), newline);
    }

    std::string_view text_;
    SourceText source_;
    const Entries& root_;
    const Place& place_;
    std::string value_;
};

/// The value that an option has put into a tree.
const Node& valueAt(const Entries& root, const Place& place) {
    const Entries* table = &root;
    if (!place.section.empty()) {
        const Node* node = &find(root, place.section)->node;
        if (place.item) node = &std::get<List>(node->value)[*place.item];
        table = &std::get<Entries>(node->value);
    }
    return find(*table, place.key)->node;
}

Result<std::string> withOverride(const Registry& registry, std::string_view text, const std::string& option) {
    Diagnostics diagnostics;
    const auto root = parseToml(text, 0, diagnostics);
    if (!root) return unreadable(diagnostics, text);
    Entries wanted = *root;
    const auto place = applyOverride(registry, option, wanted, diagnostics);
    if (diagnostics.hasErrors()) return unreadable(diagnostics, text);
    if (!place) return changeByHand(option, "concerns what is no table in the scene file");
    auto edited = Edit(text, *root, *place, valueText(option, valueAt(wanted, *place))).text();
    if (!edited) return edited;
    // Whatever the text is like, what is written is what was meant.
    const auto again = parseToml(*edited, 0, diagnostics);
    if (!again || !same(*again, wanted)) return changeByHand(option, "does not fit into the scene file");
    return edited;
}

}  // namespace

Result<std::string> withOverrides(const Registry& registry, std::string_view text,
                                  std::span<const std::string> overrides) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    const std::string_view mark = text.starts_with(byte_order_mark) ? byte_order_mark : "";
    std::string edited(text.substr(mark.size()));
    for (const std::string& option : overrides) {
        auto next = withOverride(registry, edited, option);
        if (!next) return next;
        edited = std::move(*next);
    }
    return std::string(mark).append(edited);
}

}  // namespace talus::settings
