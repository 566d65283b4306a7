#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands.h"
#include "gallery.h"
#include "report.h"
#include "talus/core/nearest.h"
#include "talus/core/printable.h"
#include "talus/core/text_file.h"
#include "talus/io/mims/mims_model.h"

namespace talus::cli {
namespace {

namespace fs = std::filesystem;

bool isIn(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The first line of a template, "# Heap: sand poured on a floor.", without "# ".
Result<std::string> firstLine(const fs::path& file) {
    const Result<std::string> text = readTextFile(file.string());
    if (!text) return text.error();
    const std::size_t begin = text->find_first_not_of("# ");
    return begin == std::string::npos ? "" : text->substr(begin, text->find('\n') - begin);
}

int listTemplates(const fs::path& templates) {
    for (const std::string& name : galleryNames(templates)) {
        const Result<std::string> line = firstLine(templates / (name + ".toml"));
        if (!line) return fail(line.error());
        print(fmt::format("{:<12}{}\n", name, *line));
    }
    print(fmt::format(
        "`talus new NAME > my.toml` copies one of these, or one of the larger scenes that `talus scenes` "
        "lists.\n"));
    return 0;
}

int write(const fs::path& gallery, const std::string& name) {
    const fs::path templates = templatesIn(gallery);
    std::vector<std::string> names = galleryNames(templates);
    const fs::path& folder = isIn(names, name) ? templates : gallery;
    const std::vector<std::string> scenes = galleryNames(gallery);
    if (folder == gallery && !isIn(scenes, name)) {
        const std::string all = fmt::format("{}; and all `talus scenes`", fmt::join(names, ", "));
        names.insert(names.end(), scenes.begin(), scenes.end());
        const auto meant = nearest(name, names);
        return fail(ErrorKind::Input, fmt::format("no scene '{}'; {}", name,
                                                  meant ? fmt::format("did you mean '{}'?", *meant)
                                                        : fmt::format("there are: {}", all)));
    }
    const Result<std::string> text = readTextFile((folder / (name + ".toml")).string());
    if (!text) return fail(text.error());
    print(*text);
    return 0;
}

/// A scene from a model of MIMS.
int writeModel(const fs::path& file, double rate) {
    const Result<std::string> text = readTextFile(file.string());
    if (!text) return fail(text.error());
    std::string name = file.stem().string();
    if (!isPlainName(name, 64)) name = "model";
    const Result<std::string> scene = io::sceneOfMims(*text, name, rate);
    if (!scene) return fail(ErrorKind::Input, fmt::format("{}: {}", file.string(), scene.error().message));
    print(*scene);
    return 0;
}

}  // namespace

void addNew(CLI::App& app, int& exit_code) {
    auto name = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("new", "Print a scene to start from: talus new heap > my.toml");
    command->add_option(
        "NAME", *name,
        "A template (`talus new` without a name lists them), a scene of `talus scenes`, or "
        "a network of masses and springs from a file of MIMS, the format of mi-gen: FILE.mdl");
    auto rate = std::make_shared<double>(44100);
    command->add_option("--rate", *rate, "Steps a second of a network from a file")
        ->check(CLI::Range(1.0, 1e7));
    command->callback([name, rate, &exit_code] {
        if (fs::path(*name).extension() == ".mdl") {
            exit_code = writeModel(*name, *rate);
            return;
        }
        const auto gallery = galleryFolder();
        if (!gallery)
            exit_code = fail(gallery.error());
        else
            exit_code = name->empty() ? listTemplates(templatesIn(*gallery)) : write(*gallery, *name);
    });
}

}  // namespace talus::cli
