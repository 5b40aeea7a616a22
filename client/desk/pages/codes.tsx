import { useLoaderData } from 'react-router'
import { stateOfCode } from '#shared/desk/state-of-code.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { capitalised, inWords } from '#shared/text/words.ts'
import { loaderOf } from '../ask.ts'
import { CodeRows } from '../codes/code-rows.tsx'
import { NewCode } from '../codes/new-code.tsx'
import { useFrame } from '../frame/use-frame.ts'
import { DeskPage } from '../ui/desk-page.tsx'
import { CsvLink } from '../ui/list-filter.tsx'
import { Outcome } from '../ui/notices.tsx'
import { Nothing, Older } from '../ui/older.tsx'
import { useWhen } from '../ui/when.tsx'

export const loader = loaderOf(deskApiRoutes.codes)

const done = { add: 'The code is made.', end: 'The code has ended.' }

export function Component() {
  const { codes } = useLoaderData<typeof loader>()
  const today = useWhen().fieldDay(useFrame().now)
  const running = codes.filter((code) => stateOfCode(code, today) === 'running').length
  return (
    <DeskPage
      title="Codes"
      lead={`${running === 0 ? 'None' : capitalised(inWords(running))} ${running > 1 ? 'run' : 'runs'} now. Uses count when the money is there, and are held while an order waits. Open quotes promise theirs, even beyond the limit.`}
      side={codes.length > 0 && <CsvLink address={deskApiRoutes.codesCsv} noun="codes" />}
      paper="Codes"
    >
      <div className="Stack">
        <Outcome done={done} />
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
