#include "commands.h"

int main(int argc, char** argv) {
    CLI::App app{"Talus simulates sand, water and the ground they move.", "talus"};
    app.require_subcommand(1);
    int exit_code = 0;
    talus::cli::addRunCommands(app, exit_code);
    CLI11_PARSE(app, argc, argv);
    return exit_code;
}
