import { Tick } from './tick.tsx'

type Props = { words: string; checked: boolean; onChange(checked: boolean): void; error?: string | undefined }

/** For consumers of the EU. */
export function WaiveWithdrawal({ words, ...props }: Props) {
  return (
    <Tick name="waivesWithdrawal" {...props}>
      <span>{words}</span>
    </Tick>
  )
}
