#include <memory>

#include "gallery.h"
#include "report.h"
#include "run_commands.h"
#include "set_option.h"
#include "viewer/commands/commands.h"
#include "viewer/user/user_folder.h"
#include "viewer/window.h"

namespace talus::cli {
namespace {

struct ViewArguments {
    viewer::WindowOptions window;
    std::string theme = "dark";
    std::uint64_t history_megabytes = 512;
    bool list_commands = false;
};

int view(const ViewArguments& arguments) {
    if (arguments.list_commands) {
        print(viewer::commandsAsMarkdown());
        return 0;
    }
    viewer::WindowOptions options = arguments.window;
    if (const auto gallery = galleryFolder()) {
        options.viewer.scenes = viewer::scenesIn(*gallery, *gallery / "../docs/images");
        options.viewer.templates = viewer::scenesIn(templatesIn(*gallery), *gallery / "../docs/images");
    }
    options.viewer.user_folder = viewer::userFolder();
    options.viewer.light = arguments.theme == "light";
    options.viewer.history_bytes = arguments.history_megabytes << 20;
    if (Status status = viewer::runWindow(options); !status) return fail(status.error());
    return 0;
}

}  // namespace

void addView(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<ViewArguments>();
    viewer::WindowOptions& window = arguments->window;
    CLI::App* command =
        app.add_subcommand("view", "Open a scene or a run in a window: run it, change it, look at it");
    command->add_option("PATH", window.path, "Scene file or run folder");
    addSet(*command, window.viewer.overrides, set_in_scene);
    command->add_flag("--bench", window.bench,
                      "Measure pictures per second and the speed of the simulation, print them and close");
    command->add_option("--script", window.script, "A file of commands (docs/viewer.md) to execute");
    command->add_option("--threads", window.viewer.threads, "Worker threads (default: all processors)")
        ->check(CLI::Range(1, 4096));
    command->add_option("--width", window.width, "Of the window [pixels]")->check(CLI::Range(320, 8192));
    command->add_option("--height", window.height, "Of the window [pixels]")->check(CLI::Range(240, 8192));
    command->add_option("--scale", window.scale, "Of text and panels (default: what the screen says)")
        ->check(CLI::Range(0.5, 4.0));
    command->add_option("--theme", arguments->theme, "Colours of the window")
        ->check(CLI::IsMember({"dark", "light"}));
    command->add_option("--history", arguments->history_megabytes, "Memory for frames to step back to [MB]")
        ->check(CLI::Range(1, 1 << 20));
    command->add_flag("--list-commands", arguments->list_commands,
                      "Only print the commands of scripts, as in docs/viewer.md");
    command->callback([arguments, &exit_code] { exit_code = view(*arguments); });
}

}  // namespace talus::cli
