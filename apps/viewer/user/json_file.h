#pragma once
#include <filesystem>

#include <nlohmann/json.hpp>

#include "talus/core/result.h"

/// The user's own files, as JSON.
namespace talus::viewer {

/// Reads a JSON object; an empty one where the file does not exist. Errors: Storage; Input where it is no
/// object, with what to do.
Result<nlohmann::ordered_json> readJson(const std::filesystem::path& file);
/// Writes it as a whole, or nothing; makes the folder where it is missing. Error (Storage).
Status writeJson(const std::filesystem::path& file, const nlohmann::ordered_json& object);

/// The error for a file that has not the expected contents.
Error damagedFile(const std::filesystem::path& file, const std::string& what);

}  // namespace talus::viewer
