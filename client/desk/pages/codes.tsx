import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { DeskCode } from '#shared/desk/code-answers.ts'
import { stateOfCode } from '#shared/desk/state-of-code.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { capitalised, inWords } from '#shared/text/words.ts'
import { ask, nowOf } from '../ask.ts'
import { CodeRows } from '../codes/code-rows.tsx'
import { NewCode } from '../codes/new-code.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { CsvLink } from '../ui/list-filter.tsx'
import { Done, Refused } from '../ui/notices.tsx'
import { Nothing, Older } from '../ui/older.tsx'
import { useWhen } from '../ui/when.tsx'

type Loaded = { codes: DeskCode[]; now: string }

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const { codes } = await ask(args, deskApiRoutes.codes)
  return { codes, now: nowOf(args) }
}

const done = { add: 'The code is made.', end: 'The code has ended.' }

export function Component() {
  const { codes, now } = useLoaderData<Loaded>()
  const today = useWhen().fieldDay(now)
  const running = codes.filter((code) => stateOfCode(code, today) === 'running').length
  return (
    <DeskPage
      title="Codes"
      lead={`${running === 0 ? 'None' : capitalised(inWords(running))} ${running > 1 ? 'run' : 'runs'} now. Uses count when the money is there, and are held while an order waits. Open quotes promise theirs, even beyond the limit.`}
      side={codes.length > 0 && <CsvLink address={deskApiRoutes.codesCsv} noun="codes" />}
      paper="Codes"
    >
      <div className="Stack">
        <Done sentences={done} />
        <Refused />
        {codes.length === 0 ? (
          <Nothing>There is no code yet. The first one is made below.</Nothing>
        ) : (
          <div>
            <CodeRows codes={codes} today={today} />
            <Older shown={`${codes.length} shown, the newest first`} noun="codes" next={null} />
          </div>
        )}
        <NewCode today={today} />
      </div>
    </DeskPage>
  )
}
