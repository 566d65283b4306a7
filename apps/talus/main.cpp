#include "commands.h"

int main(int argc, char** argv) {
    CLI::App app{"Talus simulates sand, water and the ground they move.", "talus"};
    app.require_subcommand(1);
    int exit_code = 0;
    talus::cli::addScenes(app, exit_code);
    talus::cli::addNew(app, exit_code);
    talus::cli::addCheck(app, exit_code);
    talus::cli::addRunCommands(app, exit_code);
    talus::cli::addExplain(app, exit_code);
    talus::cli::addSchema(app, exit_code);
    CLI11_PARSE(app, argc, argv);
    return exit_code;
}
