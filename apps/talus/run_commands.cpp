#include "commands.h"

namespace talus::cli {

void addRunCommands(CLI::App&, int&) {}

}  // namespace talus::cli
