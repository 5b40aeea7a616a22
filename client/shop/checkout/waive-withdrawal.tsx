import { withdrawalWaiver } from '#shared/buyer/withdrawal-words.ts'
import { Tick } from './tick.tsx'

type Props = { checked: boolean; onChange(checked: boolean): void; error?: string | undefined }

/** For consumers of the EU. */
export function WaiveWithdrawal(props: Props) {
  return (
    <Tick name="waivesWithdrawal" {...props}>
      <span>{withdrawalWaiver}</span>
    </Tick>
  )
}
