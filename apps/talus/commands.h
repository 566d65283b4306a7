#pragma once
#include <CLI/CLI.hpp>

/// The commands of the `talus` program, one file each (command_<name>.cpp). A function adds one subcommand
/// to the parser; its callback does the work and sets the exit code (ErrorKind in talus/core/result.h).
namespace talus::cli {

void addCheck(CLI::App& app, int& exit_code);
void addExplain(CLI::App& app, int& exit_code);
void addSchema(CLI::App& app, int& exit_code);
void addNew(CLI::App& app, int& exit_code);
void addScenes(CLI::App& app, int& exit_code);
void addBench(CLI::App& app, int& exit_code);

/// run, resume, info, diff, render, engrave, plot, export, doctor (run_commands.cpp).
void addRunCommands(CLI::App& app, int& exit_code);

}  // namespace talus::cli
