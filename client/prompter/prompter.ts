import { createStore } from 'zustand/vanilla'
import type { Command } from './model/commands.ts'
import { top } from './model/place.ts'
import { elapsed, halted, newStopwatch, started } from './model/stopwatch.ts'
import { secondsLeft } from './model/timing.ts'
import { initialState, isGoing, type PrompterEvent, transition } from './model/transition.ts'
import type { Session } from './saved-session.ts'
import { createScroller, type Scroller } from './scroller.ts'

export type Prompter = ReturnType<typeof createPrompter>

/** Milliseconds between two numbers of the countdown. `readEvery` is the interval between two readings of the clocks. */
const countEvery = 700
const readEvery = 250

/** `used` and `left` are seconds; `read` is the share of the script that has been read. */
type Readings = { used: number; left: number; read: number }

/** Creates a prompter. `attach` connects the glass on which it moves the text. */
export function createPrompter({ script, settings, place, used }: Session) {
  const store = createStore(() => initialState(script, settings))
  const readings = createStore<Readings>(() => ({ used: used / 1000, left: 0, read: 0 }))
  let scroller: Scroller | null = null
  let glass: HTMLElement | null = null
  let watch = { ...newStopwatch, total: used }
  let from = place
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    store,
    readings,
    run,
    send,
    attach,
    measure,
    drag,
    session,
    reading: () => scroller?.reading() ?? '',
  }

  /** The state to save. A script read to its end starts again from the top. */
  function session(): Session {
    const { script, settings, phase } = store.getState()
    if (phase === 'ended') return { script, settings, place: top, used: 0 }
    return { script, settings, place: scroller?.place() ?? from, used: elapsed(watch, performance.now()) }
  }

  function run(command: Command) {
    switch (command.type) {
      case 'toggle':
        return run({ type: isGoing(store.getState().phase) ? 'stop' : 'start' })
      case 'start':
        if (store.getState().phase === 'ended') rewind()
        return send(command)
      case 'top':
        send({ type: 'topped' })
        rewind()
        return read()
      case 'step':
        scroller?.step(command.lines)
        return moved()
      case 'page':
        scroller?.page(command.pages, glass?.clientHeight ?? 0)
        return moved()
      default:
        return send(command)
    }
  }

  function send(event: PrompterEvent) {
    const before = store.getState()
    const after = transition(before, event)
    store.setState(after)
    if (after.settings.pace !== before.settings.pace) scroller?.setPace(after.settings.pace)
    if (after.phase !== before.phase || event.type === 'counted') enter()
    read()
  }

  function enter() {
    const { phase } = store.getState()
    const running = phase === 'running'
    watch = running ? started(watch, performance.now()) : halted(watch, performance.now())
    clearTimeout(timer)
    if (phase === 'counting') timer = setTimeout(send, countEvery, { type: 'counted' })
    if (running) timer = setTimeout(tick, readEvery)
    if (running) scroller?.play()
    else scroller?.pause()
  }

  function tick() {
    read()
    timer = setTimeout(tick, readEvery)
  }

  function read() {
    if (!scroller) return
    const { pace } = store.getState().settings
    const metrics = scroller.metrics()
    const distance = scroller.distance()
    readings.setState({
      used: elapsed(watch, performance.now()) / 1000,
      left: secondsLeft(distance, metrics, pace),
      read: metrics.height > 0 ? distance / metrics.height : 0,
    })
  }

  function rewind() {
    scroller?.moveTo(0)
    watch = store.getState().phase === 'running' ? started(newStopwatch, performance.now()) : newStopwatch
  }

  function moved() {
    send({ type: 'moved', to: scroller?.where() ?? 'top' })
  }

  /** Call it after every change of the words, their size or their width. */
  function measure() {
    if (!scroller) return
    scroller.measure(store.getState().script)
    // A longer script moves the end further down.
    moved()
  }

  /** Pauses the text while a pointer drags it. */
  function drag() {
    const from = scroller?.distance() ?? 0
    scroller?.pause()
    return {
      /** @param pixels the distance that the text is dragged down, in CSS pixels */
      by: (pixels: number) => {
        scroller?.moveTo(from - pixels)
        read()
      },
      release() {
        moved()
        if (store.getState().phase === 'running') scroller?.play()
      },
    }
  }

  /** @returns a function that detaches the glass and stops the text */
  function attach(on: HTMLElement, track: HTMLElement): () => void {
    const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
    const follow = () => scroller?.setByLine(lessMotion.matches)
    glass = on
    scroller = createScroller(track, {
      pace: store.getState().settings.pace,
      from,
      byLine: lessMotion.matches,
      onEnd: () => send({ type: 'ended' }),
    })
    const resized = new ResizeObserver(measure)
    resized.observe(track)
    lessMotion.addEventListener('change', follow)
    return () => {
      send({ type: 'stop' })
      from = scroller?.place() ?? from
      lessMotion.removeEventListener('change', follow)
      resized.disconnect()
      scroller?.cancel()
      scroller = null
    }
  }
}
