#include "talus/run/log.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>

namespace talus::run {

struct Log::Sink {
    spdlog::logger logger;
};

Log::Log() = default;
Log::Log(Log&&) noexcept = default;
Log& Log::operator=(Log&&) noexcept = default;
Log::~Log() = default;

Result<Log> Log::open(const io::Path& path) {
    try {
        Log log;
        log.sink_ = std::make_unique<Sink>(
            Sink{spdlog::logger("run", std::make_shared<spdlog::sinks::basic_file_sink_st>(path.string()))});
        log.sink_->logger.set_pattern("%Y-%m-%d %H:%M:%S.%e %l: %v");
        log.sink_->logger.flush_on(spdlog::level::info);
        log.sink_->logger.set_error_handler([](const std::string&) {});
        return log;
    } catch (const spdlog::spdlog_ex&) {
        return io::storageError("write", path, errno);
    }
}

void Log::info(const std::string& line) {
    if (sink_) sink_->logger.log(spdlog::level::info, line);
}
void Log::warning(const std::string& line) {
    if (sink_) sink_->logger.log(spdlog::level::warn, line);
}
void Log::error(const std::string& line) {
    if (sink_) sink_->logger.log(spdlog::level::err, line);
}

}  // namespace talus::run
