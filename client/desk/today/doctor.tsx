import { plural } from '#shared/desk/count-words.ts'
import type { Finding } from '#shared/desk/overview-answers.ts'
import { summariseFindings } from '#shared/desk/summarise-findings.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Rows } from '../ui/rows.tsx'

/** More findings are folded, because a new shop has dozens. */
const mostOpen = 4

/** The findings of `doctor` with their remedies. They are folded; a link to the list opens it. */
export function Doctor({ findings }: { findings: readonly Finding[] }) {
  return (
    <div className="Block is-full">
      <h2>Doctor</h2>
      <details className="ActForm" open={findings.length <= mostOpen}>
        <summary>
          {plural(findings.length, 'finding')}
          <small>{summariseFindings(findings)}</small>
        </summary>
        <div id="doctor" tabIndex={-1}>
          <Rows
            label="Doctor"
            columns={{ Where: 'main', Found: true, 'What to do': true }}
            rows={findings.map(({ where, found, todo }) => ({
              key: `${where} ${found}`,
              cells: [where, withLinks(found), todo],
            }))}
          />
        </div>
      </details>
    </div>
  )
}

/** Turns numbers of orders in a finding into links. */
function withLinks(found: string) {
  return found.split(/\b(\d{4}-\d{6})\b/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={deskRoutes.order(part)}>
        {part}
      </a>
    ),
  )
}
