import { openConversations } from './control-client.ts'

/** @returns public origin of the site that runs on this folder; null if none runs */
export async function askSiteUrl(dataDir: string): Promise<string | null> {
  const processes = await openConversations(dataDir)
  try {
    const answers = await Promise.all(processes.map(({ ask }) => ask('address')))
    return answers.flatMap((answer) => (answer && 'siteUrl' in answer ? answer.siteUrl : []))[0] ?? null
  } finally {
    for (const { close } of processes) close()
  }
}
