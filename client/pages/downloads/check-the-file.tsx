import type { DownloadsPage } from '#shared/content/content-pages.ts'
import type { Platform, ReleaseFile } from '#shared/releases/releases.ts'
import { updateRoutes } from '#shared/routes/api-routes.ts'
import { CopyButton } from '../../site/ui/copy-button.tsx'
import { SplitSection } from '../../site/ui/section.tsx'

type Props = {
  verify: DownloadsPage['verify']
  systems: DownloadsPage['systems']
  files: ReleaseFile[]
}

/** Explains how to compute a file's checksum; shown if the page has checksums. */
export function CheckTheFile({ verify, systems, files }: Props) {
  if (files.every(({ sha256 }) => !sha256)) return null
  return (
    <SplitSection className="section--tight" title={verify.title}>
      <div>
        <p className="lead">{verify.lead}</p>
        <Commands commands={verify.commands} systems={systems} />
        <p className="Footnote">
          <a href={updateRoutes.checksums}>SHA256SUMS</a> has those of every version.
        </p>
      </div>
    </SplitSection>
  )
}

function Commands({ commands, systems }: { commands: Record<Platform, string> } & Pick<Props, 'systems'>) {
  return (
    <table className="DataTable Gap Commands">
      <thead>
        <tr>
          <th scope="col">System</th>
          <th scope="col">Command</th>
          <th scope="col" className="DataTable-end">
            <span className="vh">Copy</span>
          </th>
        </tr>
      </thead>
      <tbody className="Ruled">
        {(Object.keys(systems) as Platform[]).map((platform) => (
          <tr key={platform}>
            <th scope="row">{systems[platform].name}</th>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it must scroll by keyboard */}
            <td className="mono Commands-command" tabIndex={0}>
              {commands[platform]}
            </td>
            <td className="DataTable-end">
              <CopyButton text={commands[platform]} label={`the command for ${systems[platform].name}`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
