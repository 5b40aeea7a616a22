import { useState } from 'react'
import { useActionData } from 'react-router'
import { useStore } from 'zustand'
import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { createHttpClient } from '#shared/http/http-client.ts'
import { readActivationRequestFiles } from '#shared/licensing/activation-request-file.ts'
import type {
  Activation,
  ActivationAnswer,
  DeactivationAnswer,
  FileDeactivationAnswer,
  LookUpAnswer,
  OfflineAnswers,
  TrialAnswer,
} from '#shared/licensing/answers.ts'
import { asksToDeactivate } from '#shared/licensing/asks-to-deactivate.ts'
import type { ActivationFormAnswer } from '#shared/licensing/form-answer.ts'
import { licenceFileName } from '#shared/licensing/licence-file-name.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { useAppState, useStores } from '../../site/framework/app-state.tsx'
import { problemOf, unknownEnd } from './problems.ts'
import { saveFile } from './save-file.ts'

const nothing = {
  busy: false,
  /** The code of the last failure; empty without one. */
  problem: '',
  end: unknownEnd,
  /** Counts attempts, so that a repeated problem is announced again. */
  attempts: 0,
  /** Announced to screen readers. */
  message: '',
  /** The key to which `machines` belongs; empty if there is none. */
  licenceKey: '',
  /** Null until loaded. */
  machines: null as Activation[] | null,
  /** The machine that was just activated, with its licence file. */
  current: null as ActivationAnswer['activation'] | null,
  file: '',
  /** The answer to a form that was posted without script. */
  sentLicence: null as LicenceInfo | null,
  typed: null as { licenceKey: string; machineId: string } | null,
}

type State = typeof nothing

/** The licence itself is in the app store. */
export function useActivation() {
  const { config, site } = useAppState()
  const { app } = useStores()
  const licenceInfo = useStore(app, (store) => store.licenceInfo)
  const sent = useActionData() as ActivationFormAnswer | undefined
  const [state, setState] = useState<State>(() => ({ ...nothing, ...(sent && fromForm(sent)) }))
  const licence = licenceInfo ?? state.sentLicence
  const http = createHttpClient(config.apiBaseUrl, fetch)
  const change = (part: Partial<State>) => setState((before) => ({ ...before, ...part }))

  /** Runs one request at a time, and turns its error into a problem. */
  async function attempt(licenceKey: string, work: () => Promise<Partial<State>>) {
    if (state.busy) return
    change({ busy: true, problem: '', message: '', attempts: state.attempts + 1 })
    try {
      change({ licenceKey, ...(await work()), busy: false })
    } catch (error) {
      const { code, activations, end } = problemOf(error)
      const known = licenceKey === state.licenceKey ? state.machines : null
      change({ licenceKey, machines: activations ?? known, busy: false, problem: code, end })
    }
  }

  async function turnOn(licenceKey: string, answer: ActivationAnswer): Promise<Partial<State>> {
    const { activation, file } = answer
    const { licence: found, activations } = await askFor(licenceKey).catch(() => ({
      licence: answer.licence,
      activations: [activation],
    }))
    app.setState({ licenceInfo: found })
    return { machines: activations, current: activation, file, message: 'This machine is on.' }
  }

  async function takeAnswer(licenceKey: string, answer: FileAnswer): Promise<Partial<State>> {
    if ('file' in answer) saveFile(licenceFileName(site.product), answer.file)
    if ('activation' in answer) return turnOn(licenceKey, answer)
    return { machines: null, current: null, message: sayAnswered(answer, site.company.timeZone) }
  }

  async function askFor(licenceKey: string): Promise<LookUpAnswer> {
    return (await http.post(apiRoutes.licenceLookUp, { licenceKey })) as LookUpAnswer
  }

  return {
    ...state,
    licence,
    isOn: state.current !== null,

    activate: (licenceKey: string, machineId: string) =>
      attempt(licenceKey, async () => {
        const answer = await http.post(apiRoutes.activation, { licenceKey, machine: { id: machineId } })
        return turnOn(licenceKey, answer as ActivationAnswer)
      }),

    activateByFile(request: string) {
      const [content, ...others] = readActivationRequestFiles(request)
      const isKeyless = others.length > 0 || asksToDeactivate(content)
      const { licenceKey, licenseKey } = Object(content)
      const key = isKeyless ? '' : String(licenceKey ?? licenseKey ?? '')
      return attempt(key, async () =>
        takeAnswer(key, (await http.post(apiRoutes.offlineActivation, { request })) as FileAnswer),
      )
    },

    lookUp: (licenceKey: string) =>
      attempt(licenceKey, async () => {
        const { licence: found, activations } = await askFor(licenceKey)
        app.setState({ licenceInfo: found })
        return { machines: activations, current: null, file: '', message: 'This is what the key stands for.' }
      }),

    canDeactivate: state.licenceKey !== '',

    deactivate: (machine: Activation) =>
      attempt(state.licenceKey, async () => {
        const { licenceKey, current } = state
        const isCurrent = machine.id === current?.id
        // A token used instead of a key can only name its own machine.
        const named = isCurrent ? { machineId: current?.machineId } : { activationId: machine.id }
        const answer = await http.post(apiRoutes.deactivation, { licenceKey, ...named })
        const { seats } = answer as DeactivationAnswer
        if (licence) app.setState({ licenceInfo: { ...licence, seats } })
        return {
          machines: state.machines?.filter(({ id }) => id !== machine.id) ?? null,
          ...(isCurrent && { current: null, file: '' }),
          message: sayDeactivated(machine.machineName, seats),
        }
      }),

    saveAgain: () => saveFile(licenceFileName(site.product), state.file),

    startOver() {
      app.setState({ licenceInfo: null })
      setState(nothing)
    },
  }
}

/** The answer to a request file: a seat, a trial, a deactivation, or several of these. */
type FileAnswer = ActivationAnswer | TrialAnswer | FileDeactivationAnswer | OfflineAnswers

function sayAnswered(answer: Exclude<FileAnswer, ActivationAnswer>, timeZone: string): string {
  if ('trial' in answer)
    return `The trial’s file downloads now. The trial ends on ${formatDate(dayIn(timeZone, answer.trial.expiresAt))}.`
  if ('machineId' in answer) return sayDeactivated(answer.machineId, answer.seats)
  const done = answer.answers.filter(({ code }) => code === null).length
  return `One file with all answers downloads now: ${done} of ${answer.answers.length} requests succeeded.`
}

function sayDeactivated(machine: string, { used, limit }: DeactivationAnswer['seats']): string {
  return `${machine} is deactivated. ${used} of ${limit} seats in use.`
}

function fromForm({ deactivated, ...sent }: ActivationFormAnswer): Partial<State> {
  const { problem = '', until = null, retryAfter = null } = sent
  const { activations: machines = null, current = null, licence: sentLicence = null, typed = null } = sent
  const message = deactivated ? sayDeactivated(deactivated.machineId, deactivated.seats) : ''
  return { problem, end: { until, retryAfter }, machines, current, sentLicence, typed, message }
}
