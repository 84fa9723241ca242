// The rules of Linux's block/bfq-iosched.c and block/bfq-wf2q.c, written down a second time with
// sorted lists, and a bench for the scheduler with the same settings.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tb/firmware/support/elevator_bench.h"

namespace headstack {

struct BfqSettings {
  std::uint32_t fifo_expire_ms = 125;
  std::uint32_t back_seek_max_kib = 16'384;
  std::uint32_t back_seek_penalty = 2;
  std::uint32_t max_budget = 16'384;
  std::uint32_t timeout_ms = 125;
};

class BfqBench : public ElevatorBench {
 public:
  BfqBench(const TestDrive& drive, const BfqSettings& settings)
      : ElevatorBench(hs_bfq, drive,
                      {settings.fifo_expire_ms, settings.back_seek_max_kib,
                       settings.back_seek_penalty, settings.max_budget, settings.timeout_ms}) {}
};

// The function names are those of Linux.
class PlainBfq {
 public:
  PlainBfq(const TestDrive& drive, const BfqSettings& settings)
      : settings_(settings), second_(drive.params.second) {}

  void pass(hs_ticks now) { now_ = now; }

  void insert_request(const ElevatorRequest& request, std::uint32_t entry) {
    Bfqq& bfqq = bfqqs_[request.class_id];
    if (bfqq.max_budget < 0) {
      bfqq.max_budget = 2 * (known() ? settings_.max_budget : 16'384) / 3;
    }
    const std::int64_t seek = std::abs(std::int64_t{request.lbn} - bfqq.last_request_pos);
    bfqq.seek_history <<= 1;
    bfqq.seek_history[0] = bfqq.last_request_pos != 0 && seek > 800;
    bfqq.last_request_pos = request.lbn + request.blocks;
    const Rq rq{entry, request.lbn, request.blocks, now_};
    bfqq.sort_list.insert(std::upper_bound(bfqq.sort_list.begin(), bfqq.sort_list.end(), rq,
                                           [](const Rq& a, const Rq& b) { return a.pos < b.pos; }),
                          rq);
    bfqq.fifo.push_back(rq);
    const std::optional<Rq> prev = bfqq.next_rq;
    bfqq.next_rq = choose_req(prev, rq, last_position_);
    if (!bfqq.busy) {
      handle_idle_busy_switch(bfqq, request.priority);
    } else if (!prev || prev->entry != bfqq.next_rq->entry) {
      updated_next_req(bfqq);
    }
  }
  void abort(std::uint32_t entry, std::uint16_t class_id) {
    remove_request(bfqqs_.at(class_id), entry);
  }
  void completed_request(std::uint16_t class_id) {
    Bfqq& bfqq = bfqqs_.at(class_id);
    --bfqq.dispatched;
    if (in_service_queue_ != &bfqq) {
      return;
    }
    if (now_ >= bfqq.budget_timeout) {
      expire(bfqq, Reason::budget_timeout);
    } else if (bfqq.sort_list.empty()) {
      expire(bfqq, Reason::no_more_requests);
    }
  }
  std::uint32_t dispatch_request() {
    Bfqq& bfqq = select_queue();
    const Rq rq = *bfqq.next_rq;
    served(bfqq, rq.sectors);
    ++bfqq.dispatched;
    last_position_ = rq.pos + rq.sectors;
    remove_request(bfqq, rq.entry);
    if (tot_busy_queues() > 1 && bfqq.ioprio_class == 2) {
      expire(bfqq, Reason::budget_exhausted);
    }
    return rq.entry;
  }

 private:
  enum class Reason {
    budget_timeout,
    budget_exhausted,
    no_more_requests,
    preempted
  };
  struct Rq {
    std::uint32_t entry;
    std::int64_t pos;
    std::int64_t sectors;
    hs_ticks arrival;
  };
  struct Bfqq {
    std::vector<Rq> sort_list;
    std::vector<Rq> fifo;
    std::optional<Rq> next_rq;
    int dispatched = 0;
    std::int64_t max_budget = -1;
    std::bitset<32> seek_history{1};
    std::int64_t last_request_pos = 0;
    bool busy = false;
    bool fifo_expire = false;
    hs_ticks budget_timeout = 0;
    // the entity
    std::uint64_t start = 0;
    std::uint64_t finish = 0;
    std::int64_t service = 0;
    std::int64_t budget = 0;
    std::int64_t weight = 0;
    std::size_t ioprio_class = 0;
    bool on_st = false;
  };
  using Tree = std::vector<Bfqq*>;  // by finish time
  struct ServiceTree {
    Tree active;
    Tree idle;
    std::uint64_t vtime = 0;
    std::int64_t wsum = 0;
  };

  bool known() const { return budgets_assigned_ >= 194; }
  int tot_busy_queues() const {
    return static_cast<int>(std::count_if(bfqqs_.begin(), bfqqs_.end(),
                                          [](const auto& one) { return one.second.busy; }));
  }

  // --- requests
  std::optional<std::int64_t> weighted(const Rq& rq, std::int64_t last) const {
    if (rq.pos >= last) {
      return rq.pos - last;
    }
    const std::int64_t back = last - rq.pos;
    if (back > 2 * std::int64_t{settings_.back_seek_max_kib}) {
      return std::nullopt;
    }
    return back * settings_.back_seek_penalty;
  }
  std::optional<Rq> choose_req(const std::optional<Rq>& rq1, const std::optional<Rq>& rq2,
                               std::int64_t last) const {
    if (!rq1 || !rq2) {
      return rq1 ? rq1 : rq2;
    }
    const auto d1 = weighted(*rq1, last);
    const auto d2 = weighted(*rq2, last);
    if (d1 && d2) {
      if (*d1 == *d2) {
        return rq1->pos >= rq2->pos ? rq1 : rq2;
      }
      return *d1 < *d2 ? rq1 : rq2;
    }
    if (d1 || d2) {
      return d1 ? rq1 : rq2;
    }
    return rq1->pos <= rq2->pos ? rq1 : rq2;
  }
  std::optional<Rq> find_next_rq(Bfqq& bfqq, const Rq& last) {
    if (!bfqq.fifo_expire) {
      bfqq.fifo_expire = true;
      const Rq& oldest = bfqq.fifo.front();
      if (oldest.entry != last.entry &&
          now_ >= oldest.arrival + settings_.fifo_expire_ms * (second_ / 1000)) {
        return oldest;
      }
    }
    const auto at = std::find_if(bfqq.sort_list.begin(), bfqq.sort_list.end(),
                                 [&](const Rq& one) { return one.entry == last.entry; });
    std::optional<Rq> prev;
    std::optional<Rq> next;
    if (at != bfqq.sort_list.begin()) {
      prev = *std::prev(at);
    }
    if (std::next(at) != bfqq.sort_list.end()) {
      next = *std::next(at);
    } else if (at != bfqq.sort_list.begin()) {
      next = bfqq.sort_list.front();
    }
    return choose_req(next, prev, last.pos);
  }
  void remove_request(Bfqq& bfqq, std::uint32_t entry) {
    const auto is = [entry](const Rq& one) { return one.entry == entry; };
    if (bfqq.next_rq->entry == entry) {
      bfqq.next_rq = find_next_rq(bfqq, Rq(*bfqq.next_rq));
      updated_next_req(bfqq);
    }
    bfqq.sort_list.erase(std::find_if(bfqq.sort_list.begin(), bfqq.sort_list.end(), is));
    bfqq.fifo.erase(std::find_if(bfqq.fifo.begin(), bfqq.fifo.end(), is));
    if (bfqq.sort_list.empty()) {
      bfqq.next_rq.reset();
      if (bfqq.busy && &bfqq != in_service_queue_) {
        del_bfqq_busy(bfqq, false);
        bfqq.budget = bfqq.service = 0;
      }
    }
  }
  void updated_next_req(Bfqq& bfqq) {
    if (!bfqq.next_rq || &bfqq == in_service_queue_) {
      return;
    }
    const std::int64_t budget = std::max({bfqq.max_budget, bfqq.next_rq->sectors, bfqq.service});
    if (bfqq.budget != budget) {
      bfqq.budget = budget;
      requeue_entity(bfqq, false);
    }
  }

  // --- activation and expiration
  void handle_idle_busy_switch(Bfqq& bfqq, std::uint8_t priority) {
    static const std::map<std::uint8_t, std::pair<std::size_t, int>> kOfPriority = {
        {0, {1, 40}},  {1, {0, 80}},  {2, {0, 60}},  {3, {0, 40}}, {4, {0, 20}},  {5, {1, 80}},
        {6, {1, 70}},  {7, {1, 60}},  {8, {1, 50}},  {9, {1, 40}}, {10, {1, 30}}, {11, {1, 20}},
        {12, {1, 10}}, {13, {1, 10}}, {14, {1, 10}}, {15, {2, 10}}};
    const auto [ioprio_class, weight] = kOfPriority.at(priority);
    bfqq.service = 0;
    bfqq.budget = std::max(bfqq.max_budget, bfqq.next_rq->sectors);
    activate_entity(bfqq, ioprio_class, weight);
    bfqq.busy = true;
    if (in_service_queue_ != nullptr) {
      expire(*in_service_queue_, Reason::preempted);
    }
  }
  bool asymmetric_scenario(const Bfqq& bfqq) const {
    std::set<std::int64_t> weights;
    std::set<std::size_t> classes;
    for (const auto& [id, one] : bfqqs_) {
      if (one.busy || one.dispatched != 0) {
        weights.insert(one.weight);
      }
      if (one.busy) {
        classes.insert(one.ioprio_class);
      }
    }
    const bool smallest_weight = bfqq.weight == *weights.begin();
    return (!smallest_weight && weights.size() > 1) || classes.size() > 1;
  }
  void charge(Bfqq& bfqq, Reason reason) {
    const std::int64_t max_budget = settings_.max_budget;
    const hs_ticks delta = now_ - last_budget_start_;
    const hs_ticks millisecond = second_ / 1000;
    bool slow = bfqq.seek_history.count() > 19;
    std::int64_t time_ms = 8;
    if (delta >= millisecond) {
      time_ms = static_cast<std::int64_t>(delta / millisecond);
      slow = delta > 20 * millisecond ? bfqq.service < max_budget / 2 : slow;
    }
    if (!slow &&
        (reason != Reason::budget_timeout || bfqq.budget - bfqq.service < bfqq.budget / 3)) {
      return;
    }
    std::int64_t total = bfqq.service;
    if (time_ms < 125) {
      total = std::max(total, max_budget * time_ms / 125);
    }
    bfqq.budget = std::max(bfqq.budget, total);
    served(bfqq, total - bfqq.service);
  }
  void recalc_budget(Bfqq& bfqq, Reason reason) {
    const std::int64_t max_budget = settings_.max_budget;
    if (reason == Reason::preempted) {
      return;
    }
    if (reason == Reason::no_more_requests) {
      bfqq.max_budget = std::max<std::int64_t>(bfqq.service, (known() ? max_budget : 16'384) / 32);
    } else {
      bfqq.max_budget =
          std::min(bfqq.max_budget * (reason == Reason::budget_timeout ? 2 : 4), max_budget);
    }
    if (bfqq.next_rq) {
      bfqq.budget = std::max(bfqq.max_budget, bfqq.next_rq->sectors);
    }
  }
  void expire(Bfqq& bfqq, Reason reason) {
    charge(bfqq, reason);
    recalc_budget(bfqq, reason);
    const bool stays =
        reason == Reason::preempted && (asymmetric_scenario(bfqq) || tot_busy_queues() == 1);
    if (bfqq.sort_list.empty() && !stays) {
      del_bfqq_busy(bfqq, true);
    } else {
      requeue_entity(bfqq, true);
    }
    in_service_queue_ = nullptr;
    in_service_entity_ = nullptr;
    bfqq.service = 0;
  }
  void del_bfqq_busy(Bfqq& bfqq, bool expiration) {
    bfqq.busy = false;
    deactivate_entity(bfqq, expiration);
  }
  Bfqq& select_queue() {
    Bfqq* bfqq = in_service_queue_;
    if (bfqq != nullptr && now_ >= bfqq->budget_timeout) {
      expire(*bfqq, Reason::budget_timeout);
      bfqq = nullptr;
    }
    while (true) {
      if (bfqq == nullptr) {
        bfqq = &set_in_service_queue();
      }
      if (bfqq->next_rq && bfqq->next_rq->sectors <= bfqq->budget - bfqq->service) {
        return *bfqq;
      }
      expire(*bfqq, bfqq->next_rq ? Reason::budget_exhausted : Reason::no_more_requests);
      bfqq = nullptr;
    }
  }
  Bfqq& set_in_service_queue() {
    Bfqq& bfqq = *next_in_service_;
    in_service_entity_ = &bfqq;
    bfqq.service = 0;
    extract(trees_[bfqq.ioprio_class].active, bfqq);
    update_next_in_service(nullptr, false);
    bfqq.fifo_expire = false;
    budgets_assigned_ = (budgets_assigned_ * 7 + 256) / 8;
    last_budget_start_ = now_;
    bfqq.budget_timeout = now_ + settings_.timeout_ms * (second_ / 1000);
    in_service_queue_ = &bfqq;
    return bfqq;
  }

  // --- B-WF2Q+
  static std::uint64_t delta(std::int64_t service, std::int64_t weight) {
    return (static_cast<std::uint64_t>(service) << 22) / static_cast<std::uint64_t>(weight);
  }
  static void insert(Tree& tree, Bfqq& entity) {
    tree.insert(
        std::upper_bound(tree.begin(), tree.end(), &entity,
                         [](const Bfqq* a, const Bfqq* b) { return a->finish < b->finish; }),
        &entity);
  }
  static bool extract(Tree& tree, Bfqq& entity) {
    const auto found = std::find(tree.begin(), tree.end(), &entity);
    if (found == tree.end()) {
      return false;
    }
    tree.erase(found);
    return true;
  }
  static void forget_idle(ServiceTree& st) {
    if (st.idle.empty()) {
      return;
    }
    Bfqq* const first = st.idle.front();
    if (st.active.empty() && st.idle.back()->finish <= st.vtime) {
      st.vtime = st.idle.back()->finish;
    }
    if (first->finish <= st.vtime) {
      st.idle.erase(st.idle.begin());
      first->on_st = false;
      st.wsum -= first->weight;
    }
  }
  void served(Bfqq& bfqq, std::int64_t sectors) {
    ServiceTree& st = trees_[bfqq.ioprio_class];
    bfqq.service += sectors;
    st.vtime += delta(sectors, st.wsum);
    forget_idle(st);
  }
  void activate_entity(Bfqq& entity, std::size_t ioprio_class, std::int64_t weight) {
    ServiceTree* st = &trees_[entity.ioprio_class];
    if (extract(st->idle, entity)) {
      entity.start = std::max(st->vtime, entity.finish);
      st->wsum -= entity.weight;
      if (ioprio_class != entity.ioprio_class) {
        entity.start = trees_[ioprio_class].vtime;
      }
    } else {
      entity.start = trees_[ioprio_class].vtime;
      entity.on_st = true;
    }
    entity.ioprio_class = ioprio_class;
    entity.weight = weight;
    st = &trees_[ioprio_class];
    st->wsum += weight;
    entity.finish = entity.start + delta(entity.budget, weight);
    insert(st->active, entity);
    update_next_in_service(&entity, false);
  }
  void requeue_entity(Bfqq& entity, bool expiration) {
    if (&entity == in_service_entity_) {
      entity.start += delta(entity.service, entity.weight);
    } else {
      extract(trees_[entity.ioprio_class].active, entity);
    }
    entity.finish = entity.start + delta(entity.budget, entity.weight);
    insert(trees_[entity.ioprio_class].active, entity);
    update_next_in_service(&entity, expiration);
  }
  void deactivate_entity(Bfqq& entity, bool expiration) {
    ServiceTree& st = trees_[entity.ioprio_class];
    if (&entity == in_service_entity_) {
      entity.finish = entity.start + delta(entity.service, entity.weight);
      in_service_entity_ = nullptr;
    } else {
      extract(st.active, entity);
    }
    if (entity.finish > st.vtime) {
      insert(st.idle, entity);
    } else {
      entity.on_st = false;
      st.wsum -= entity.weight;
    }
    if (next_in_service_ == &entity) {
      update_next_in_service(nullptr, expiration);
    }
  }
  void update_next_in_service(Bfqq* entity, bool expiration) {
    if (entity != nullptr && entity != next_in_service_) {
      if (next_in_service_ == nullptr || (entity->ioprio_class == next_in_service_->ioprio_class &&
                                          entity->start <= trees_[entity->ioprio_class].vtime &&
                                          next_in_service_->finish > entity->finish)) {
        next_in_service_ = entity;
        return;
      }
    }
    next_in_service_ = lookup_next_entity(expiration);
  }
  Bfqq* lookup_next_entity(bool expiration) {
    std::size_t from = 0;
    if (now_ > class_idle_last_service_ + second_ / 5) {
      from = trees_[2].active.empty() ? 0 : 2;
      class_idle_last_service_ = now_;
    }
    for (; from < 3; ++from) {
      ServiceTree& st = trees_[from];
      if (st.active.empty()) {
        continue;
      }
      const auto least =
          std::min_element(st.active.begin(), st.active.end(),
                           [](const Bfqq* a, const Bfqq* b) { return a->start < b->start; });
      const std::uint64_t vtime = std::max(st.vtime, (*least)->start);
      if ((in_service_entity_ == nullptr || expiration) && vtime > st.vtime) {
        st.vtime = vtime;
        forget_idle(st);
      }
      return *std::find_if(st.active.begin(), st.active.end(),
                           [vtime](const Bfqq* one) { return one->start <= vtime; });
    }
    return nullptr;
  }

  BfqSettings settings_;
  hs_ticks second_;
  hs_ticks now_ = 0;
  std::map<std::uint16_t, Bfqq> bfqqs_;
  std::array<ServiceTree, 3> trees_;
  Bfqq* in_service_queue_ = nullptr;
  Bfqq* in_service_entity_ = nullptr;
  Bfqq* next_in_service_ = nullptr;
  std::int64_t last_position_ = 0;
  hs_ticks last_budget_start_ = 0;
  hs_ticks class_idle_last_service_ = 0;
  int budgets_assigned_ = 0;
};

}  // namespace headstack
