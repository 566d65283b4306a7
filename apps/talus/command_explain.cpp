#include <memory>

#include "commands.h"
#include "report.h"
#include "talus/scene/check_meetings.h"
#include "talus/scene/methods.h"
#include "talus/scene/reader.h"
#include "talus/settings/explain.h"

namespace talus::cli {

void addExplain(CLI::App& app, int& exit_code) {
    auto what = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("explain", "Explain a key or table of a scene file");
    command->add_option("KEY", *what,
                        "for example contact.friction, or contact; without it: list all tables");
    command->callback([what, &exit_code] {
        const Result<std::string> text = settings::explain(scene::registry(), *what);
        if (text) {
            print(*text);
            return;
        }
        exit_code = fail(text.error());
    });
}

void addSchema(CLI::App& app, int&) {
    auto markdown = std::make_shared<bool>(false), meetings = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("schema", "Write the scene format as JSON Schema (for editors)");
    command->add_flag("--markdown", *markdown, "Write docs/scene-format.md instead");
    command->add_flag("--meetings", *meetings, "Write docs/meetings.md instead: what meets what in a scene");
    command->callback([markdown, meetings] {
        if (*meetings) return print(scene::meetingsAsMarkdown(scene::methods()));
        print(*markdown ? settings::formatAsMarkdown(scene::registry())
                        : settings::formatAsJsonSchema(scene::registry()));
    });
}

}  // namespace talus::cli
