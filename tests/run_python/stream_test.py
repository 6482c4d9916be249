"""Streams and events: order, waiting, errors, times, and that no thread is left behind."""

import asyncio
import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from gate import SECONDS, Gate, delay
from pycu import cuda
from pycu._jit import settings
from pycu.cuda import _streams
from pycu.cuda._errors import CudaAPIError
from pycu.cuda._host import queues


def fail():
    raise RuntimeError("work failed")


@pytest.mark.cpu_target("streams of CUDA run no Python functions in their turn")
def test_work_runs_in_its_order_beside_the_host():
    stream, log = cuda.stream(), []
    gate = Gate(stream)
    for number in range(5):
        stream.submit(lambda number=number: log.append(number))
    assert log == []
    gate.opened.set()
    stream.synchronize()
    assert log == [0, 1, 2, 3, 4]


@pytest.mark.cpu_target("streams of CUDA run no Python functions in their turn")
def test_streams_run_beside_each_other():
    first, second = cuda.stream(), cuda.stream()
    gate = Gate(first)
    done = []
    second.submit(lambda: done.append(1))
    second.synchronize()
    assert done == [1]
    gate.opened.set()
    first.synchronize()


@pytest.mark.cpu_target("streams of CUDA run no Python functions in their turn")
def test_the_default_stream_waits_for_the_others_and_they_for_it():
    stream, log = cuda.stream(), []
    stream.submit(lambda: (time.sleep(0.05), log.append("stream")))
    cuda.default_stream().submit(lambda: log.append("default"))
    assert log == ["stream", "default"]

    begun, release = threading.Event(), threading.Event()

    def hold():
        begun.set()
        assert release.wait(10)
        log.append("held")

    holder = threading.Thread(target=cuda.legacy_default_stream().submit, args=(hold,))
    holder.start()
    assert begun.wait(10)
    stream.submit(lambda: log.append("after"))
    time.sleep(0.05)
    assert log[2:] == []
    release.set()
    holder.join()
    stream.synchronize()
    assert log[2:] == ["held", "after"]


def test_copies_in_a_stream_take_what_the_host_had():
    """Of memory that is not pinned the bytes are set aside; of pinned memory they are not."""
    for pinned, expected in ((False, 1), (True, 2)):
        stream = cuda.stream()
        host = cuda.pinned_array(4) if pinned else np.empty(4)
        host[:] = 1
        device = cuda.device_array(4)
        gate = Gate(stream)
        device.copy_to_device(host, stream=stream)
        host[:] = 2
        gate.opened.set()
        stream.synchronize()
        assert list(device.copy_to_host()) == [expected] * 4


def test_copies_to_the_host_wait_unless_the_memory_is_pinned():
    stream = cuda.stream()
    device = cuda.to_device(np.arange(4.0))
    pinned = cuda.pinned_array(4)
    pinned[:] = -1
    gate = Gate(stream)
    device.copy_to_host(pinned, stream=stream)
    assert list(pinned) == [-1] * 4
    threading.Timer(0.05, gate.opened.set).start()
    assert list(device.copy_to_host(stream=stream)) == [0, 1, 2, 3]
    assert list(pinned) == [0, 1, 2, 3]


def test_a_bound_array_copies_in_its_stream():
    stream = cuda.stream()
    device = cuda.to_device(np.zeros(4), stream=stream)
    assert device.stream is stream
    assert cuda.to_device(np.zeros(4)).bind(stream).stream is stream
    gate = Gate(stream)
    device[:] = 5
    device.copy_to_device(np.array([1.0, 2, 3, 4]))
    gate.opened.set()
    assert list(device.copy_to_host()) == [1, 2, 3, 4]


def test_an_array_lives_until_its_copies_are_made():
    stream = cuda.stream()
    pinned = cuda.pinned_array(1000)
    gate = Gate(stream)
    cuda.to_device(np.arange(1000.0), stream=stream).copy_to_host(pinned, stream=stream)
    cuda.current_context().memory_manager.deallocations.clear()
    gate.opened.set()
    stream.synchronize()
    assert list(pinned) == list(range(1000))


@pytest.mark.cpu_target("streams of CUDA run no Python functions in their turn")
@pytest.mark.parametrize("wait", ["stream", "context", "default", "event"])
def test_an_error_is_raised_once_where_somebody_waits(wait):
    stream, log, event = cuda.stream(), [], cuda.event()

    def wait_for_event():
        event.record(stream)
        event.synchronize()

    stream.submit(fail)
    stream.submit(lambda: log.append("passed over"))
    wait_for = {
        "stream": stream.synchronize,
        "context": cuda.synchronize,
        "default": lambda: cuda.to_device(np.zeros(3)),
        "event": wait_for_event,
    }[wait]
    with pytest.raises(RuntimeError, match="work failed"):
        wait_for()
    stream.submit(lambda: log.append("later"))
    wait_for()
    assert log == ["later"]


def test_callbacks():
    stream, calls = cuda.stream(), []
    stream.add_callback(lambda *given: calls.append(given), "argument")
    stream.add_callback(lambda *given: calls.append(given))
    stream.synchronize()
    assert calls == [(stream, 0, "argument"), (stream, 0, None)]
    with pytest.warns(UserWarning, match="Exception in stream callback: work failed"):
        stream.add_callback(lambda *given: fail())
        stream.synchronize()


@pytest.mark.cpu_target("streams of CUDA run no Python functions in their turn")
def test_a_callback_hears_of_failures():
    stream, calls = cuda.stream(), []
    stream.submit(fail)
    stream.add_callback(lambda stream, status, arg: calls.append(status))
    with pytest.raises(RuntimeError):
        stream.synchronize()
    assert calls[0] != 0


def test_a_callback_may_use_device_arrays():
    stream, seen = cuda.stream(), []
    device = cuda.to_device(np.arange(3))
    stream.add_callback(lambda *given: seen.extend(device.copy_to_host()))
    stream.add_callback(lambda *given: seen.extend(device.copy_to_host(stream=stream)))
    stream.add_callback(lambda *given: (stream.synchronize(), cuda.synchronize()))
    stream.synchronize()
    assert seen == [0, 1, 2, 0, 1, 2]


def test_async_done():
    async def double(value):
        stream = cuda.stream()
        source, result = cuda.pinned_array(8), cuda.pinned_array(8)
        source[:] = value
        cuda.to_device(source, stream=stream).copy_to_host(result, stream=stream)
        assert await stream.async_done() is stream
        return result.mean()

    async def all_of_them():
        cancelled = cuda.stream().async_done()
        cancelled.cancel()
        return await asyncio.gather(*(double(value) for value in range(4)))

    assert asyncio.run(all_of_them()) == [0, 1, 2, 3]


@pytest.mark.cpu_target("streams of CUDA run no Python functions in their turn")
def test_async_done_of_work_that_failed():
    async def failing():
        stream = cuda.stream()
        stream.submit(fail)
        with pytest.raises(Exception, match="Stream error"):
            await stream.async_done()
        with pytest.raises(RuntimeError, match="work failed"):
            stream.synchronize()

    asyncio.run(failing())


def test_auto_synchronize():
    stream, log = cuda.stream(), []
    with stream.auto_synchronize() as same:
        assert same is stream
        stream.submit(lambda: (time.sleep(0.02), log.append(1)))
    assert log == [1]


def test_special_and_external_streams():
    assert repr(cuda.default_stream()) == "<Default CUDA stream>"
    assert repr(cuda.legacy_default_stream()) == "<Legacy default CUDA stream>"
    assert repr(cuda.per_thread_default_stream()) == "<Per-thread default CUDA stream>"
    assert (int(cuda.default_stream()), cuda.default_stream().__cuda_stream__()) == (0, (0, 0))
    stream = cuda.stream()
    assert repr(stream) == f"<CUDA stream {stream.handle}>"
    external = cuda.external_stream(stream.handle)
    assert external.external
    assert repr(external) == f"<External CUDA stream {stream.handle}>"
    gate = Gate(stream)
    timer = threading.Timer(0.05, gate.opened.set)
    timer.start()
    external.synchronize()
    if settings.target() == "cuda":
        timer.join()
    assert gate.opened.is_set()
    cuda.external_stream(0x12345678).synchronize()
    with pytest.raises(TypeError, match="must be an int"):
        cuda.external_stream("7")
    with pytest.raises(TypeError, match="Expected a Stream object or 0, got str"):
        cuda.event().record("7")


def test_the_per_thread_stream_is_another_one_on_another_thread():
    stream = cuda.per_thread_default_stream()
    gate = Gate(stream)
    thread = threading.Thread(target=cuda.per_thread_default_stream().synchronize)
    thread.start()
    thread.join(10)
    assert not thread.is_alive()
    gate.opened.set()
    cuda.per_thread_default_stream().synchronize()


def test_events_have_times():
    stream, begin, end = cuda.stream(), cuda.event(), cuda.event()
    begin.record(stream)
    delay(stream)
    end.record(stream)
    with pytest.raises(CudaAPIError, match=r"\[600\].*CUDA_ERROR_NOT_READY"):
        begin.elapsed_time(end)
    assert not end.query()
    end.synchronize()
    assert end.query()
    assert begin.elapsed_time(end) < 10_000
    if settings.target() == "cpu":
        assert begin.elapsed_time(end) >= 1000 * SECONDS
    assert cuda.event_elapsed_time(begin, end) == begin.elapsed_time(end)


def test_events_that_have_no_time():
    recorded, other = cuda.event(), cuda.event(timing=False)
    recorded.record()
    assert cuda.event().query()
    cuda.event().synchronize()
    cuda.event().wait()
    other.record()
    for one in (cuda.event(), other):
        with pytest.raises(CudaAPIError, match=r"\[400\].*CUDA_ERROR_INVALID_HANDLE"):
            recorded.elapsed_time(one)


@pytest.mark.cpu_target("streams of CUDA run no Python functions in their turn")
def test_a_stream_waits_for_an_event_of_another():
    first, second, log = cuda.stream(), cuda.stream(), []
    gate = Gate(first)
    event = cuda.event()
    event.record(first)
    event.wait(second)
    second.submit(lambda: log.append("second"))
    time.sleep(0.02)
    assert log == []
    gate.opened.set()
    second.synchronize()
    assert log == ["second"]


def test_an_event_of_the_default_stream_waits_for_all_streams():
    streams = [cuda.stream(), cuda.stream()]
    gates = [Gate(stream) for stream in streams]
    event = cuda.event()
    event.record()
    gates[0].opened.set()
    streams[0].synchronize()
    assert not event.query()
    gates[1].opened.set()
    event.synchronize()
    assert event.query()


@pytest.mark.cpu_target("streams of CUDA have no threads")
def test_threads_end_when_there_is_nothing_to_do(monkeypatch):
    monkeypatch.setattr(queues, "IDLE_SECONDS", 0.05)
    before = threading.active_count()
    stream, abandoned = cuda.stream(), cuda.stream()
    for one in (stream, abandoned):
        one.submit(lambda: None)
    del abandoned, one
    stream.synchronize()
    deadline = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before
    log = []
    stream.submit(lambda: log.append("again"))
    stream.synchronize()
    assert log == ["again"]


def test_many_threads_and_streams():
    total = []

    def work(number):
        stream = cuda.stream()
        device = cuda.to_device(np.zeros(100), stream=stream)
        for step in range(50):
            device.copy_to_device(np.full(100, float(step)), stream=stream)
            if step % 10 == 0:
                cuda.synchronize()
        total.append(device.copy_to_host(stream=stream).sum())

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert total == [4900.0] * 8


@pytest.mark.cpu_target("CUDA does not work in a child of fork once the parent has used it")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_child_of_fork_has_streams_of_its_own():
    stream, event = cuda.stream(), cuda.event()
    gate = Gate(stream)
    event.record(stream)
    child = os.fork()
    if child == 0:
        done = []
        event.synchronize()
        stream.submit(lambda: done.append(1))
        stream.synchronize()
        cuda.synchronize()
        os._exit(0 if done == [1] and cuda.to_device(np.arange(3))[1] == 1 else 1)
    deadline = time.monotonic() + 20
    finished, status = 0, 1
    while not finished and time.monotonic() < deadline:
        finished, status = os.waitpid(child, os.WNOHANG)
        time.sleep(0.01)
    gate.opened.set()
    stream.synchronize()
    assert (finished, status) == (child, 0)


def script(text):
    """What a script prints, and what it complains of."""
    paths = [os.path.dirname(os.path.dirname(os.path.dirname(_streams.__file__)))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(
        [sys.executable, "-c", text], env=environment, capture_output=True, text=True, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.cpu_target("what is queued on a device ends with the process")
def test_the_interpreter_finishes_what_is_queued():
    begin = "import time\nfrom pycu import cuda\nstream = cuda.stream()\n"
    late = "stream.submit(lambda: (time.sleep(0.1), print('done', flush=True)))\n"
    assert script(begin + late) == (0, "done\n", "")
    code, out, complaint = script(begin + late + "raise SystemExit(3)")
    assert (code, out, complaint) == (3, "done\n", "")
    code, out, complaint = script(begin + "stream.submit(lambda: 1 / 0)")
    assert (code, out) == (0, "")
    assert "an error in a stream that was not awaited" in complaint
    assert "ZeroDivisionError" in complaint
