#include "viewer/commands/commands.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/core/nearest.h"
#include "viewer/commands/groups.h"

namespace talus::viewer {
namespace {

std::vector<Command> makeCommands() {
    std::vector<Command> all;
    for (auto group : {fileCommands(), runCommands(), cameraCommands(), lookCommands(), colourCommands(),
                       handCommands(), plotCommands(), windowCommands()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

}  // namespace

std::span<const Command> commands() {
    static const std::vector<Command> all = makeCommands();
    return all;
}

Result<Words> wordsOf(std::string_view line) {
    Words words;
    std::string word;
    bool quoted = false, begun = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quoted && c == '\\' && i + 1 < line.size()) {
            word += line[++i];
        } else if (c == '"') {
            quoted = !quoted;
            begun = true;
        } else if (!quoted && (c == ' ' || c == '\t' || c == '\r')) {
            if (begun) words.push_back(std::exchange(word, {}));
            begun = false;
        } else {
            word += c;
            begun = true;
        }
    }
    if (quoted) return Error{ErrorKind::Input, "a quotation mark has no partner"};
    if (begun) words.push_back(std::move(word));
    return words;
}

std::string quotedWord(std::string_view word) {
    std::string text = "\"";
    for (const char c : word) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return text + "\"";
}

Status executeCommand(Viewer& viewer, std::string_view line) {
    auto words = wordsOf(line);
    if (!words) return words.error();
    if (words->empty()) return success();
    const std::string name = std::move(words->front());
    words->erase(words->begin());
    const auto all = commands();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Command& command) { return command.name == name; });
    if (found == all.end()) {
        std::vector<std::string> names;
        for (const Command& command : all) names.emplace_back(command.name);
        const auto near = nearest(name, names);
        return Error{ErrorKind::Input, fmt::format("there is no command '{}'{}", name,
                                                   near ? fmt::format("; did you mean '{}'?", *near)
                                                        : "; F1 lists the commands")};
    }
    if (words->size() < found->min_arguments || words->size() > found->max_arguments)
        return Error{ErrorKind::Input, fmt::format("usage: {} {}", found->name, found->arguments)};
    return found->act(viewer, *words);
}

std::string commandsAsMarkdown() {
    std::string text = "| command | key | what it does |\n|---|---|---|\n";
    for (const Command& command : commands()) {
        std::string arguments(command.arguments);
        for (std::size_t at = 0; (at = arguments.find('|', at)) != std::string::npos; at += 2)
            arguments.insert(at, "\\");
        text += fmt::format("| `{}{}{}` | {} | {} |\n", command.name, arguments.empty() ? "" : " ", arguments,
                            command.key, command.help);
    }
    return text;
}

}  // namespace talus::viewer
