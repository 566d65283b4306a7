#include <memory>

#include <fmt/format.h>

#include "report.h"
#include "run_commands.h"
#include "talus/run/compare/diff.h"

namespace talus::cli {

void addDiff(CLI::App& app, int& exit_code) {
    struct Arguments {
        std::string first;
        std::string second;
    };
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command =
        app.add_subcommand("diff", "Compare two runs; the exit code is 0 when they are the same, else 1");
    command->add_option("FIRST", arguments->first, "Run folder")->required();
    command->add_option("SECOND", arguments->second, "Run folder")->required();
    command->callback([arguments, &exit_code] {
        const auto comparison = run::compareRuns(arguments->first, arguments->second);
        if (!comparison) {
            exit_code = fail(comparison.error());
            return;
        }
        for (const std::string& line : comparison->lines) print(line + "\n");
        print(fmt::format("{}: {} frames are equal byte for byte\n",
                          comparison->same ? "the same" : "different", comparison->same_frames));
        exit_code = comparison->same ? 0 : 1;
    });
}

}  // namespace talus::cli
