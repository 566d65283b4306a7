#pragma once
#include <CLI/CLI.hpp>

/// The commands that make runs and work on run folders, one file each.
namespace talus::cli {

void addRun(CLI::App& app, int& exit_code);
void addResume(CLI::App& app, int& exit_code);
void addInfo(CLI::App& app, int& exit_code);
void addDiff(CLI::App& app, int& exit_code);
void addView(CLI::App& app, int& exit_code);
void addRender(CLI::App& app, int& exit_code);
void addEngrave(CLI::App& app, int& exit_code);
void addPlot(CLI::App& app, int& exit_code);
void addExport(CLI::App& app, int& exit_code);
void addDoctor(CLI::App& app, int& exit_code);

}  // namespace talus::cli
