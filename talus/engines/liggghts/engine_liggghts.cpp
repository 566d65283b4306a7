#include "talus/engines/liggghts/engine_liggghts.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/frame_recorder.h"
#include "talus/engines/lammps/lammps_script.h"
#include "talus/engines/lammps/lammps_process.h"
#include "talus/engines/lammps/walls/lammps_loads.h"
#include "talus/engines/liggghts/liggghts_script.h"
#include "talus/engines/liggghts/liggghts_walls.h"
#include "talus/grains/measures.h"

namespace talus::engines {
namespace {

class LiggghtsSession {
  public:
    LiggghtsSession(scene::Simulation& simulation, const Lammps& liggghts, const run::Path& folder,
                    const run::Options& options, FrameBook book)
        : simulation_(simulation),
          liggghts_(liggghts),
          folder_(folder),
          options_(options),
          book_(std::move(book)),
          walls_(couple::granular::grainSetup(simulation.scene()).walls) {}

    Result<run::Summary> go() {
        if (Status status = advance(); !status) {
            book_.log().error(status.error().message);
            return status.error();
        }
        return book_.summary();
    }

  private:
    Status advance() {
        if (book_.step() == 0)
            if (Status status = book_.endFrame(); !status) return status;
        if (book_.step() >= book_.lastStep()) return success();
        if (Status status = begin(); !status) return status;
        book_.knowSprings(false);
        while (book_.step() < book_.lastStep()) {
            if (book_.stopIsWished()) return interrupted();
            const std::uint64_t frame_end = book_.frameEnd();
            const std::uint64_t stop = std::min(frame_end, book_.step() + pace_.steps());
            const Status status = talk_->run(stop - book_.step(), !set_up_, pace_,
                                             [&](std::uint64_t step) { book_.showProgress(step); });
            if (!status) return book_.failed(status.error());
            set_up_ = true;
            book_.reach(stop);
            if (stop == frame_end)
                if (Status taken = takeFrame(); !taken) return taken;
        }
        // All frames are there, and a bad end of LIGGGHTS changes none of them.
        if (Status ended = talk_->end(); !ended) book_.tell(ended.error().message);
        return success();
    }

    Status begin() {
        model_ = liggghtsModel(simulation_, options_.frames);
        for (const std::string& line : model_.grains.missing) book_.tell("left out: " + line);
        for (const std::string& line : model_.grains.notes) book_.tell(line);
        if (Status status = writeLiggghtsInput(run::layout::lammps(folder_), simulation_, model_); !status)
            return status;
        auto talk = LammpsTalk::start(liggghts_, book_.work(), options_.stop);
        if (!talk) return talk.error();
        talk_.emplace(std::move(*talk));
        talk_->tell(fmt::format("include in.{}\n", run::plainName(model_.grains.scene)));
        return success();
    }

    Status takeFrame() {
        if (Status status = takeState(book_.work() / fmt::format("dump.{}.txt", book_.step())); !status)
            return status;
        const Status loads =
            takeLoads(book_.work() / "loads.txt", loadedWalls(model_), *walls_, book_.step(), simulation_);
        return loads ? book_.endFrame() : loads;
    }

    Status takeState(const run::Path& dump) {
        if (Status status = book_.takeDump(dump); !status) return status;
        std::error_code ignored;
        std::filesystem::remove(dump, ignored);
        return success();
    }

    Status interrupted() {
        if (set_up_ && simulation_.world().step != book_.step()) {
            talk_->tell(fmt::format("write_dump all custom state.txt {} modify format {}\n",
                                    FrameBook::dumped, liggghtsFormat(16)));
            if (Status status = talk_->await(); !status) return book_.failed(status.error());
            if (Status status = takeState(book_.work() / "state.txt"); !status) return status;
            grains::clearWallSums(simulation_.world());  // the means of the frame so far are lost
        }
        return book_.interrupted();
    }

    scene::Simulation& simulation_;
    const Lammps& liggghts_;
    const run::Path& folder_;
    const run::Options& options_;
    FrameBook book_;
    std::shared_ptr<const environment::Walls> walls_;
    LiggghtsModel model_;
    std::optional<LammpsTalk> talk_;
    bool set_up_ = false;  ///< LIGGGHTS has forces of the present step
    LammpsPace pace_;
};

}  // namespace

Result<run::Summary> runByLiggghts(scene::Simulation& simulation, const Lammps& liggghts,
                                   run::RunFolder& folder, const run::Options& options, run::Log& log,
                                   const run::Observer& observer) {
    auto book = FrameBook::open(simulation, folder.path(),
                                {liggghts.name, "liggghts", liggghts.version, liggghts.ranks}, options, log,
                                observer);
    if (!book) return book.error();
    return LiggghtsSession(simulation, liggghts, folder.path(), options, std::move(*book)).go();
}

}  // namespace talus::engines
