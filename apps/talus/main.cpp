#include <cstdio>
#include <cstdlib>
#include <exception>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "commands.h"
#include "report.h"
#include "stop_signal.h"
#include "talus/core/build_info.h"
#include "talus/core/nearest.h"
#include "talus/core/result.h"

namespace {

constexpr int bad_input = static_cast<int>(talus::ErrorKind::Input);

/// Reports an error ("did you mean 'check'?") where the first argument is not a command.
bool refuseUnknownCommand(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return false;
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
    const std::string word = argv[1];
    for (const std::string& name : names)
        if (name == word) return false;
    const auto meant = talus::nearest(word, names);
    talus::cli::fail(talus::ErrorKind::Input,
                     fmt::format("no command '{}'; {}", word,
                                 meant ? fmt::format("did you mean '{}'?", *meant)
                                       : fmt::format("commands: {}", fmt::join(names, ", "))));
    return true;
}

int run(int argc, char** argv) {
    CLI::App app{"Talus simulates sand, water and the ground they move.", "talus"};
    app.require_subcommand(1);
    app.set_version_flag(
        "--version", fmt::format("talus {} ({})", talus::buildInfo().version, talus::buildInfo().revision));
    app.failure_message(CLI::FailureMessage::simple);
    int exit_code = 0;
    talus::cli::addScenes(app, exit_code);
    talus::cli::addNew(app, exit_code);
    talus::cli::addCheck(app, exit_code);
    talus::cli::addRunCommands(app, exit_code);
    talus::cli::addExplain(app, exit_code);
    talus::cli::addSchema(app, exit_code);
    talus::cli::addBench(app, exit_code);
    if (argc < 2) {
        talus::cli::print(app.help());
        return bad_input;
    }
    if (refuseUnknownCommand(app, argc, argv)) return bad_input;
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // --help and --version end here too. They are printed with print(), so that a full stdout is
        // reported.
        std::ostringstream out, err;
        const int code = app.exit(error, out, err);
        talus::cli::print(out.str());
        talus::cli::sayOnStderr(err.str());
        return code == 0 ? 0 : bad_input;
    }
    return exit_code;
}

/// Turns off Mesa's shader cache, which would be written to the user's home folder; the shaders compile
/// quickly. Environment variables set by the user are respected.
void disableShaderCache() {
    for (const char* name : {"MESA_SHADER_CACHE_DIR", "MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"})
        if (std::getenv(name) != nullptr) return;
    ::setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
}

/// Opens closed standard streams. A daemon may start programs with standard input, output and error closed.
/// The next opened files would get these descriptors, and output would go into a file of the run.
void openStandardStreams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        // open() returns the lowest free descriptor, which is this one: those below it are open by now.
        if (::fcntl(stream, F_GETFD) == -1 && ::open("/dev/null", O_RDWR) != stream) std::_Exit(bad_input);
}

}  // namespace

int main(int argc, char** argv) {
    openStandardStreams();
    talus::cli::ignoreFileSizeSignal();
    disableShaderCache();
    try {
        return talus::cli::finishOutput(run(argc, argv));
    } catch (const std::bad_alloc&) {
        talus::cli::sayOnStderr(
            "talus: error: out of memory; use fewer grains or a machine with more memory\n");
    } catch (const std::system_error& error) {
        // fmt::print throws this where stdout cannot be written.
        if (std::ferror(stdout) != 0)
            return talus::cli::fail(talus::ErrorKind::Storage,
                                    fmt::format("cannot write everything to standard output: {}; redirect it "
                                                "to a disk with free space",
                                                error.code().message()));
        talus::cli::sayOnStderr(fmt::format("talus: internal error: {}\n", error.what()));
    } catch (const std::exception& error) {
        talus::cli::sayOnStderr(fmt::format("talus: internal error: {}\n", error.what()));
    }
    return static_cast<int>(talus::ErrorKind::Runtime);
}
