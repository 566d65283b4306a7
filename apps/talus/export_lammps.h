#pragma once
#include <string>

namespace talus::cli {

struct LammpsExport {
    std::string from;    ///< scene file or run folder
    std::string frames;  ///< ":" (the newest checkpoint), or the frame of a checkpoint
    std::string to;      ///< folder to write; "" for the default
    bool allow_missing = false;
};

/// `talus export ... --format lammps`: in.NAME and data.NAME. Returns the exit code.
int exportLammps(const LammpsExport& arguments);

}  // namespace talus::cli
