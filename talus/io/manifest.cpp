#include "talus/io/manifest.h"

#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "talus/core/hash.h"

namespace talus::io {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::uint64_t largest_manifest = std::uint64_t{1} << 24;
constexpr int format = 1;

/// Reads values from a JSON object. The first key that is missing or of another type is kept in `wrong`.
class Fields {
  public:
    Fields(const Json& object, std::string& wrong) : object_(object), wrong_(wrong) {}

    void take(const char* key, std::string& into) {
        if (const Json* value = find(key, value_is_text)) into = value->get<std::string>();
    }
    void take(const char* key, bool& into) {
        if (const Json* value = find(key, value_is_flag)) into = value->get<bool>();
    }
    template <class T>
    void take(const char* key, T& into) {
        if (const Json* value = find(key, value_is_count)) into = value->get<T>();
    }
    /// Hashes are stored as text, since some readers of JSON do not keep 64 bits of a number.
    void takeHash(const char* key, std::uint64_t& into) {
        std::string text;
        take(key, text);
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), into, 16);
        if (code != std::errc() || end != text.data() + text.size()) fail(key);
    }
    const Json* list(const char* key) {
        return find(key, [](const Json& value) { return value.is_array(); });
    }

  private:
    static bool value_is_flag(const Json& value) { return value.is_boolean(); }
    static bool value_is_text(const Json& value) { return value.is_string(); }
    static bool value_is_count(const Json& value) { return value.is_number_unsigned(); }
    const Json* find(const char* key, bool (*fits)(const Json&)) {
        const auto it = object_.is_object() ? object_.find(key) : object_.end();
        if (it == object_.end() || !fits(*it)) {
            fail(key);
            return nullptr;
        }
        return &*it;
    }
    void fail(const char* key) {
        if (wrong_.empty()) wrong_ = key;
    }
    const Json& object_;
    std::string& wrong_;
};

Json jsonOf(const InputFile& input) {
    Json item{{"path", input.path}, {"hash", hexadecimal(input.hash)}};
    if (!input.beside) return item;
    item["beside"] = Json::array();
    for (const InputFile& other : *input.beside)
        item["beside"].push_back({{"path", other.path}, {"hash", hexadecimal(other.hash)}});
    return item;
}

InputFile inputIn(const Json& item, std::string& wrong) {
    InputFile file;
    Fields fields(item, wrong);
    fields.take("path", file.path);
    fields.takeHash("hash", file.hash);
    return file;
}

}  // namespace

Status writeManifest(const ConfinedPath& path, const Manifest& manifest) {
    Json root;
    root["talus_run"] = format;
    root["scene"] = manifest.scene;
    root["scene_hash"] = hexadecimal(manifest.scene_hash);
    root["seed"] = manifest.seed;
    root["frames"] = manifest.frames;
    if (manifest.first_frame > 0) root["first_frame"] = manifest.first_frame;
    if (manifest.force_dt) root["force_dt"] = true;
    root["inputs"] = Json::array();
    for (const InputFile& input : manifest.inputs) root["inputs"].push_back(jsonOf(input));
    root["sessions"] = Json::array();
    for (const SessionRecord& session : manifest.sessions)
        root["sessions"].push_back({{"command_line", session.command_line},
                                    {"started", session.started},
                                    {"version", session.version},
                                    {"revision", session.revision},
                                    {"compiler", session.compiler},
                                    {"flags", session.flags},
                                    {"cpu", session.cpu},
                                    {"threads", static_cast<unsigned>(session.threads)},
                                    {"device", session.device},
                                    {"first_step", session.first_step},
                                    {"engine", session.engine}});
    // Arguments and paths may have any bytes; those that are not UTF-8 are replaced.
    return writeFile(path, root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n", true);
}

Result<Manifest> readManifest(const ConfinedPath& path) {
    auto text = readFile(path, largest_manifest);
    if (!text) return text.error();
    const auto refuse = [&](const std::string& why) {
        return Error{ErrorKind::Input,
                     fmt::format("'{}' is not the manifest of a run of Talus: {}", path.string(), why)};
    };
    const Json root = Json::parse(*text, nullptr, false);
    if (root.is_discarded()) return refuse("it is not JSON");
    std::string wrong;
    Fields fields(root, wrong);
    unsigned version = 0;
    fields.take("talus_run", version);
    if (wrong.empty() && version != format)
        return refuse(fmt::format("its format is {}, not {}", version, format));
    Manifest manifest;
    fields.take("scene", manifest.scene);
    fields.takeHash("scene_hash", manifest.scene_hash);
    fields.take("seed", manifest.seed);
    fields.take("frames", manifest.frames);
    if (root.contains("first_frame")) fields.take("first_frame", manifest.first_frame);
    if (root.contains("force_dt")) fields.take("force_dt", manifest.force_dt);
    if (const Json* inputs = fields.list("inputs"))
        for (const Json& item : *inputs) {
            InputFile& file = manifest.inputs.emplace_back(inputIn(item, wrong));
            if (!item.contains("beside")) continue;
            file.beside.emplace();
            if (const Json* beside = Fields(item, wrong).list("beside"))
                for (const Json& other : *beside) file.beside->push_back(inputIn(other, wrong));
        }
    if (const Json* sessions = fields.list("sessions"))
        for (const Json& item : *sessions) {
            Fields session(item, wrong);
            SessionRecord& s = manifest.sessions.emplace_back();
            session.take("command_line", s.command_line);
            session.take("started", s.started);
            session.take("version", s.version);
            session.take("revision", s.revision);
            session.take("compiler", s.compiler);
            session.take("flags", s.flags);
            session.take("cpu", s.cpu);
            session.take("threads", s.threads);
            session.take("device", s.device);
            session.take("first_step", s.first_step);
            // Manifests of version 0.1 have no key `engine`: there was only one.
            if (item.contains("engine")) session.take("engine", s.engine);
        }
    if (!wrong.empty()) return refuse(fmt::format("'{}' is missing or of another type", wrong));
    return manifest;
}

}  // namespace talus::io
