#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "talus/core/nearest.h"
#include "talus/settings/fill.h"
#include "talus/settings/findings.h"

namespace talus::settings {
namespace {

/// One part of the path of a `--set`: "emitter", "emitter[0]".
struct Part {
    std::string name;
    std::optional<std::size_t> index;
    SourceSpan span;
};

/// One `--set path=value`.
class Override {
  public:
    Override(const Registry& registry, const std::string& text, Diagnostics& diagnostics)
        : registry_(registry),
          text_(text),
          diagnostics_(diagnostics),
          source_(diagnostics.addSource("--set", text)) {}

    std::optional<Place> apply(Entries& root) {
        const auto equals = text_.find('=');
        if (equals == std::string::npos || equals == 0) {
            fail(0, text_.size(), "this is not of the form key=value", "for example time.duration=\"10 s\"");
            return std::nullopt;
        }
        const auto path = split(text_.substr(0, text_.find_last_not_of(" \t", equals - 1) + 1));
        if (path.empty()) return std::nullopt;
        Entries* entries = walk(root, path);
        if (!entries || !put(*entries, path.back(), value(equals + 1))) return std::nullopt;
        return place_;
    }

  private:
    SourceSpan span(std::size_t start, std::size_t length) const {
        return {.line = 1,
                .column = static_cast<int>(start) + 1,
                .length = static_cast<int>(std::max<std::size_t>(1, length)),
                .source = source_};
    }
    void fail(std::size_t start, std::size_t length, std::string message, std::string hint) {
        diagnostics_.error(span(start, length), std::move(message), std::move(hint));
    }
    void fail(const Part& part, std::string message, std::string hint) {
        diagnostics_.error(part.span, std::move(message), std::move(hint));
    }

    std::vector<Part> split(const std::string& path) {
        std::vector<Part> parts;
        for (std::size_t start = 0; start <= path.size();) {
            const auto end = std::min(path.find('.', start), path.size());
            std::string word = path.substr(start, end - start);
            Part part{word, {}, span(start, word.size())};
            if (const auto bracket = word.find('['); bracket != std::string::npos) {
                std::size_t index = 0;
                const char* first = word.data() + bracket + 1;
                const char* last = word.data() + word.size() - 1;
                const auto [stop, error] = std::from_chars(first, std::max(first, last), index);
                if (error != std::errc() || stop != last || *last != ']') {
                    fail(part, "the number in brackets cannot be read", "for example emitter[0].rate=500");
                    return {};
                }
                part.name = word.substr(0, bracket);
                part.index = index;
            }
            parts.push_back(std::move(part));
            start = end + 1;
        }
        constexpr std::size_t longest = 3;
        if (parts.size() > longest) {
            fail(parts[longest], "the path has too many parts", "at most table.name.key");
            return {};
        }
        return parts;
    }

    /// The table of the path's last key. A [section] that the scene does not have is added.
    Entries* walk(Entries& root, const std::vector<Part>& path) {
        if (path.size() == 1) return &root;
        const Section* section = path[0].name.empty() ? nullptr : registry_.find(path[0].name);
        if (!section) {
            const auto names = registry_.names();
            const auto match = nearest(path[0].name, names);
            fail(path[0], fmt::format("unknown table {}", quoted(path[0].name)),
                 match ? fmt::format("did you mean '{}'?", *match)
                       : fmt::format("tables: {}", fmt::join(names, ", ")));
            return nullptr;
        }
        place_.section = section->name;
        return section->many ? walkMany(root, *section, path) : walkSingle(root, *section, path);
    }

    Entries* walkSingle(Entries& root, const Section& section, const std::vector<Part>& path) {
        if (path.size() > 2 || path[0].index) {
            fail(path[path[0].index ? 0 : 1], fmt::format("{} is one table", section.title()),
                 fmt::format("write {}.{}=...", section.name, path.back().name));
            return nullptr;
        }
        Entry* entry = find(root, section.name);
        if (!entry) {
            root.push_back({std::string(section.name), path[0].span, {Entries{}, path[0].span}});
            entry = &root.back();
        }
        // fill() reports an entry that is not a table.
        return std::get_if<Entries>(&entry->node.value);
    }

    Entries* walkMany(Entries& root, const Section& section, const std::vector<Part>& path) {
        Entry* entry = find(root, section.name);
        List* list = entry ? std::get_if<List>(&entry->node.value) : nullptr;
        if (!list) {
            if (!entry) fail(path[0], fmt::format("the scene has no {}", section.title()), "");
            return nullptr;
        }
        Node* node = path.size() == 2 ? byIndex(*list, section, path) : byName(*list, section, path);
        if (!node) return nullptr;
        place_.item = static_cast<std::size_t>(node - list->data());
        return std::get_if<Entries>(&node->value);
    }

    Node* byIndex(List& list, const Section& section, const std::vector<Part>& path) {
        if (!path[0].index) {
            fail(path[0], fmt::format("it is not clear which {} is meant", section.title()),
                 fmt::format(
                     "write {}[0].{}=...{}", section.name, path[1].name,
                     section.named() ? fmt::format(" or {}.NAME.{}=...", section.name, path[1].name) : ""));
            return nullptr;
        }
        if (*path[0].index < list.size()) return &list[*path[0].index];
        fail(path[0],
             fmt::format("the scene has {} {}; the first is {}[0]", list.size(), section.title(),
                         section.name),
             "");
        return nullptr;
    }

    static std::size_t firstNameless(const List& list) {
        const auto isNameless = [](const Node& node) {
            const Entries* entries = std::get_if<Entries>(&node.value);
            return entries && std::none_of(entries->begin(), entries->end(),
                                           [](const Entry& entry) { return entry.key == "name"; });
        };
        return static_cast<std::size_t>(std::find_if(list.begin(), list.end(), isNameless) - list.begin());
    }

    Node* byName(List& list, const Section& section, const std::vector<Part>& path) {
        if (!section.named() || path[0].index) {
            fail(path[path[0].index ? 0 : 1],
                 path[0].index ? "give a number or a name, not both"
                               : fmt::format("{} has no names", section.title()),
                 fmt::format("write {}[0].{}=...", section.name, path[2].name));
            return nullptr;
        }
        std::vector<std::string> names;
        for (Node& node : list) {
            const Entries* entries = std::get_if<Entries>(&node.value);
            const Entry* name = entries ? find(*entries, "name") : nullptr;
            const auto* text = name ? std::get_if<std::string>(&name->node.value) : nullptr;
            if (text && *text == path[1].name) return &node;
            if (text) names.push_back(*text);
        }
        const auto match = nearest(path[1].name, names);
        const std::size_t nameless = firstNameless(list);
        fail(path[1], fmt::format("no {} is named {}", section.title(), quoted(path[1].name)),
             match                    ? fmt::format("did you mean {}?", quoted(*match))
             : nameless < list.size() ? fmt::format("write {}[{}].{}=... for the one without a name",
                                                    section.name, nameless, path[2].name)
                                      : "");
        return nullptr;
    }

    /// The value as TOML. Where it is not TOML it is a text without quotes, as in law=linear or dt=20us.
    Node value(std::size_t start) const {
        const std::string given = text_.substr(start);
        const SourceSpan whole = span(start, given.size());
        Diagnostics ignored;
        constexpr std::string_view prefix = "x=";
        const auto parsed = parseToml(std::string(prefix) + given, source_, ignored);
        if (!parsed || parsed->size() != 1 || parsed->front().key != "x") return {given, whole};
        Node node = parsed->front().node;
        shift(node, static_cast<int>(start) - static_cast<int>(prefix.size()));
        return node;
    }

    static void shift(Node& node, int columns) {
        node.span.column += columns;
        if (List* list = std::get_if<List>(&node.value))
            for (Node& item : *list) shift(item, columns);
        if (Entries* entries = std::get_if<Entries>(&node.value))
            for (Entry& entry : *entries) {
                entry.span.column += columns;
                shift(entry.node, columns);
            }
    }

    bool put(Entries& entries, const Part& key, Node node) {
        if (key.index || key.name.empty()) {
            if (key.index)
                fail(key, "a key takes no number in brackets", "");
            else
                fail(key, "the key is missing", "for example time.duration=10");
            return false;
        }
        place_.key = key.name;
        if (Entry* entry = find(entries, key.name)) {
            entry->span = key.span;
            entry->node = std::move(node);
        } else {
            entries.push_back({key.name, key.span, std::move(node)});
        }
        return true;
    }

    const Registry& registry_;
    const std::string& text_;
    Diagnostics& diagnostics_;
    int source_;
    Place place_;
};

}  // namespace

void applyOverrides(const Registry& registry, std::span<const std::string> overrides, Entries& root,
                    Diagnostics& diagnostics) {
    for (const std::string& text : overrides) applyOverride(registry, text, root, diagnostics);
}

std::optional<Place> applyOverride(const Registry& registry, const std::string& text, Entries& root,
                                   Diagnostics& diagnostics) {
    return Override(registry, text, diagnostics).apply(root);
}

}  // namespace talus::settings
