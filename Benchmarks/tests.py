#!/usr/bin/env python3
"""Tests of how results are kept, judged and compared; a test of the command runs them (`BenchmarkTests`)."""
import contextlib
import io
import json
import os
import runpy
import sys
import tempfile
import types
import unittest
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "Parts"))

import compare  # noqa: E402
import instructions  # noqa: E402
import records  # noqa: E402
import run  # noqa: E402
import table  # noqa: E402
from measure import Failed, result  # noqa: E402
from sample import Sample  # noqa: E402


def quietly(body, *arguments, **options):
    with contextlib.redirect_stderr(io.StringIO()):
        return body(*arguments, **options)


def line(promise="a page", part="TodoKit", machine="one", quick=False, **options):
    head = {"date": "2026-11-21T10:00:00Z", "commit": "1", "machine": machine, "load": 0.1, "quick": quick, "part": part}
    return head | quietly(result, promise, **options)


class Samples(unittest.TestCase):
    def test_a_sample_is_the_median_its_quartiles_and_the_number_of_runs(self):
        sample = Sample.of([5, 1, 2, 4, 3])
        self.assertEqual((sample.median, sample.low, sample.high, sample.runs), (3, 2, 4, 5))
        self.assertEqual((sample * 1000).high, 4000)

    def test_one_run_has_no_spread(self):
        sample = Sample.of([7])
        self.assertEqual((sample.median, sample.low, sample.high, sample.runs), (7, 7, 7, 1))

    def test_what_slows_both_of_a_pair_is_no_noise_of_their_ratio(self):
        slow = Sample.of([10, 20, 40]).over(Sample.of([5, 10, 20]))
        self.assertEqual((slow.median, slow.low, slow.high), (2, 2, 2))

    def test_without_pairs_the_ratio_is_as_noisy_as_both(self):
        ratio = Sample(10, 8, 12, runs=9).over(Sample(5, 4, 6, runs=3))
        self.assertEqual((ratio.low, ratio.high, ratio.runs), (8 / 6, 3, 3))


class Results(unittest.TestCase):
    def test_the_noise_is_that_of_what_is_promised(self):
        ratio = line(ours=Sample.of([4, 6]), limit=Sample.of([2, 3]), ratio=3)
        self.assertEqual((ratio["ours"], ratio["limit"], ratio["low"], ratio["high"], ratio["runs"]), (5, 2.5, 2, 2, 2))
        units = line(ours=Sample.of([4, 6]), limit=Sample.of([2, 3]), at_most=5)
        self.assertEqual((units["low"], units["high"]), (4.5, 5.5))

    def test_each_kind_of_promise_is_judged(self):
        self.assertTrue(records.is_met(line(ours=4, at_most=5)))
        self.assertFalse(records.is_met(line(ours=4, at_least=5)))
        self.assertFalse(records.is_met(line(ours=4, limit=2, ratio=1.5)))
        self.assertTrue(records.is_met(line(ours=4, limit=2, least_ratio=1.5)))
        self.assertIsNone(records.is_met(line(ours=4, limit=2)))
        self.assertIsNone(records.is_met(line(skipped="it is not installed")))
        self.assertTrue(records.is_met(line(ours=0, at_most=0)))

    def test_one_that_is_not_met_is_shown_and_counted(self):
        lines = [line(ours=4, at_most=5), line("another", ours=6, at_most=5), line("a third", skipped="no wrk")]
        rows = table.plain(lines).splitlines()
        self.assertEqual([row.split()[-1] for row in rows[4:6]], ["yes", "NO"])
        self.assertEqual(table.summary(lines), "1 of 2 promises met; 1 not measured")

    def test_one_that_is_not_met_needs_a_profile(self):
        lines = [line(ours=6, at_most=5), line("another", ours=6, at_most=5), line("a third", ours=4, at_most=5)]
        document = f"another {table.PROFILES}\n\n| a page | the disk |"
        self.assertEqual(table.without_profile(lines, document), ["another"])


class Parts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.record = records.Record(self.folder.name, True)

    def tearDown(self):
        self.folder.cleanup()

    def measure(self, *steps):
        """Whether a part came to its end, and the lines of the record."""
        def lines(_):
            for step in steps:
                if isinstance(step, BaseException):
                    raise step
                yield quietly(result, step, 1)
        is_whole = quietly(run.measure, types.SimpleNamespace(measure=lines), "Sync", None, self.record)
        return is_whole, records.read(self.record.path)

    def test_a_part_that_fails_keeps_what_it_found_and_says_why(self):
        is_whole, lines = self.measure("pushed", Failed("52 of 40,306 commits were refused."), "pulled")
        self.assertFalse(is_whole)
        self.assertEqual(lines[0]["promise"], "pushed")
        self.assertEqual(lines[1]["failed"], "52 of 40,306 commits were refused.")
        self.assertEqual(len(lines), 2)
        self.assertIn("FAILED", table.plain(lines))
        self.assertIn("1 part failed", table.summary(lines))

    def test_the_next_part_is_measured_all_the_same(self):
        self.measure(SystemExit("no results"))
        is_whole, lines = self.measure("pushed")
        self.assertTrue(is_whole)
        self.assertEqual([line["promise"] for line in lines], ["the rest of this part", "pushed"])

    def test_what_was_found_is_in_the_file_before_the_end(self):
        def lines(_):
            yield quietly(result, "pushed", 1)
            self.assertEqual(len(records.read(self.record.path)), 1)
            yield quietly(result, "pulled", 1)
        self.assertTrue(run.measure(types.SimpleNamespace(measure=lines), "Sync", None, self.record))

    def test_each_line_says_when_where_and_of_what_it_is(self):
        _, [first] = self.measure("pushed")
        for name in ("date", "commit", "machine", "load", "quick", "part", "ours", "low", "high", "runs"):
            self.assertIn(name, first)
        json.dumps(first)


class Comparisons(unittest.TestCase):
    def verdict(self, then, now, is_same_machine=True):
        return compare.verdict(then, now, is_same_machine)

    def test_a_difference_within_the_noise_has_not_moved(self):
        then, now = line(ours=Sample(10, 8, 12, runs=9), at_most=20), line(ours=Sample(11, 9, 13, runs=9), at_most=20)
        self.assertFalse(self.verdict(then, now)[1])

    def test_a_difference_beyond_it_has(self):
        then = line(ours=Sample(10, 9.9, 10.1, runs=9), at_most=20)
        now = line(ours=Sample(12, 11.9, 12.1, runs=9), at_most=20)
        self.assertEqual(self.verdict(then, now), ("+20 %, WORSE", True))
        self.assertEqual(self.verdict(now, then), ("-17 %, better", True))

    def test_of_rates_more_is_better(self):
        then = line(ours=Sample(100, 99, 101, runs=9), unit="/s")
        now = line(ours=Sample(200, 199, 201, runs=9), unit="/s")
        self.assertEqual(self.verdict(then, now), ("+100 %, better", True))

    def test_of_what_ran_once_little_is_known(self):
        self.assertFalse(self.verdict(line(ours=10, at_most=9), line(ours=13, at_most=9))[1])
        self.assertTrue(self.verdict(line(ours=10, at_most=9), line(ours=20, at_most=9))[1])

    def test_ratios_are_compared_across_machines_and_units_are_not(self):
        ratio = [line(ours=Sample(value, runs=9), limit=Sample(1, runs=9), ratio=2) for value in (1, 2)]
        self.assertTrue(self.verdict(*ratio, is_same_machine=False)[1])
        units = [line(ours=Sample(value, runs=9), at_most=2) for value in (1, 2)]
        self.assertEqual(self.verdict(*units, is_same_machine=False), ("another machine", False))

    def test_what_is_new_gone_or_failed_is_shown(self):
        then, now = [line("a page", ours=1), line("a list", ours=1)], [line("a page", ours=1), line("a tree", ours=1)]
        shown = {row[0]: row[3] for row, is_shown in compare.compared(then, now) if is_shown}
        self.assertEqual(shown, {"TodoKit: a tree": "new", "TodoKit: a list": "no longer measured"})
        failed = then[0] | {"failed": "no results"}
        del failed["ours"]
        self.assertEqual(self.verdict(then[0], failed), ("now failed", True))

    def test_a_promise_that_is_not_met_is_marked_though_it_did_not_move(self):
        [(row, is_shown)] = compare.compared([line(ours=9, at_most=5)], [line(ours=9, at_most=5)])
        self.assertEqual((row[4], is_shown), ("NOT MET", False))


class Instructions(unittest.TestCase):
    # The script; the part has the same name.
    check = runpy.run_path(os.path.join(HERE, "instructions.py"))

    def test_two_per_cent_more_are_allowed_and_no_more(self):
        rows, over = self.check["compared"]({"a page": 100.0, "`a list`": 100.0}, {"a page": 101.9, "`a list`": 102.1})
        self.assertEqual(over, ["`a list`"])
        self.assertEqual(rows[1:], [["a page", "100 M", "102 M", "+1.9 %"], ["a list", "100 M", "102 M", "+2.1 %"]])
        self.assertIn("`a list`: over 2 % more", self.check["verdict"](over))

    def test_what_is_less_new_gone_or_not_counted_is_shown_and_no_complaint(self):
        rows, over = self.check["compared"]({"less": 50.0, "gone": 1.0, "no": 1.0}, {"new": 2.0, "less": 25.0, "no": None})
        self.assertEqual(over, [])
        self.assertEqual([(row[0], row[3]) for row in rows[1:]], [("new", ""), ("less", "-50.0 %"), ("no", ""), ("gone", "")])

    def test_the_to_dos_are_alike_each_time_and_some_are_due(self):
        lines = list(instructions.due_todos(400))
        self.assertEqual(lines, list(instructions.due_todos(400)))
        self.assertEqual(len({json.loads(line)["due"]["day"] for line in lines if json.loads(line)["due"]}), 60)

    def test_without_valgrind_nothing_is_measured_and_the_reason_given(self):
        with mock.patch("shutil.which", return_value=None):
            [only] = quietly(lambda: list(instructions.measure(None)))
        self.assertEqual(only["skipped"], "valgrind is not installed")


if __name__ == "__main__":
    unittest.main()
