import { type Conversation, openConversations } from '../../runtime/control/control-client.ts'

/** The content stays unchanged. The message lists the reasons, one per line. */
export class ReloadError extends Error {
  override name = 'ReloadError'
}

/** Reloads all processes of the site, or none if one finds a problem. @returns the number of processes @throws ReloadError */
export async function reloadContent(dataDir: string): Promise<number> {
  const processes = await openConversations(dataDir)
  try {
    if (processes.length === 0) throw new ReloadError(`No process of the site runs on ${dataDir}.`)
    const answers = await askAll(processes, 'prepare')
    const problems = new Set(answers.flatMap((answer) => ('problems' in answer ? answer.problems : [])))
    if (problems.size > 0) throw new ReloadError([...problems].join('\n'))
    if (new Set(answers.map((answer) => JSON.stringify(answer))).size > 1) {
      throw new ReloadError('Files changed while they were read. Nothing was taken up; try again.')
    }
    await askAll(processes, 'apply')
    return processes.length
  } finally {
    for (const { close } of processes) close()
  }
}

function askAll(processes: Conversation[], request: 'prepare' | 'apply') {
  return Promise.all(
    processes.map(async ({ ask }) => {
      const answer = await ask(request)
      if (answer) return answer
      throw new ReloadError(`A process ended, or took over a minute, when asked to ${request} the content.`)
    }),
  )
}
