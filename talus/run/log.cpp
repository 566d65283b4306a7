#include "talus/run/log.h"

#include <fcntl.h>
#include <spdlog/details/null_mutex.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <unistd.h>

#include "talus/core/printable.h"

namespace talus::run {
namespace {

/// Writes each line to the file at once, so that the log of a killed run is complete.
class FileSink : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
  public:
    explicit FileSink(io::Descriptor file) : file_(std::move(file)) {}

  protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        spdlog::memory_buf_t line;
        formatter_->format(message, line);
        [[maybe_unused]] const ssize_t best_effort = ::write(file_.get(), line.data(), line.size());
    }
    void flush_() override {}

  private:
    io::Descriptor file_;
};

}  // namespace

struct Log::Sink {
    spdlog::logger logger;

    /// Lines may quote files and the log is read on a terminal, so control characters are made harmless.
    void write(spdlog::level::level_enum level, const std::string& line) {
        logger.log(level, printableText(line));
    }
};

Log::Log() = default;
Log::Log(Log&&) noexcept = default;
Log& Log::operator=(Log&&) noexcept = default;
Log::~Log() = default;

Result<Log> Log::open(const io::ConfinedPath& path) {
    auto file = io::openFile(path, O_WRONLY | O_CREAT | O_APPEND, "write");
    if (!file) return file.error();
    Log log;
    log.sink_ =
        std::make_unique<Sink>(Sink{spdlog::logger("run", std::make_shared<FileSink>(std::move(*file)))});
    log.sink_->logger.set_pattern("%Y-%m-%d %H:%M:%S.%e %l: %v");
    log.sink_->logger.set_error_handler([](const std::string&) {});
    return log;
}

void Log::info(const std::string& line) {
    if (sink_) sink_->write(spdlog::level::info, line);
}
void Log::warning(const std::string& line) {
    if (sink_) sink_->write(spdlog::level::warn, line);
}
void Log::error(const std::string& line) {
    if (sink_) sink_->write(spdlog::level::err, line);
}

}  // namespace talus::run
