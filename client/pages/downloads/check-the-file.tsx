import type { ReleaseFile } from '#shared/releases.ts'
import type { DownloadsDocument, Platform } from '../../content/documents.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

type Props = {
  verify: DownloadsDocument['verify']
  systems: DownloadsDocument['systems']
  files: ReleaseFile[]
}

/** Checksums, where there are any, and how to work out a file's own. */
export function CheckTheFile({ verify, systems, files }: Props) {
  const hashes = files.flatMap(({ name, sha256 }) => (sha256 ? [{ name, sha256 }] : []))
  return (
    <section className="section section--tight" data-tone="paper">
      <div className="wrap Split">
        <h2 className="Split-title">{verify.title}</h2>
        <div>
          <p className="lead">
            {hashes.length > 0
              ? verify.lead
              : 'The files of this version have no published SHA-256 yet. Once they do, compare it with what these commands print. Put the file’s name in place of FILE.'}
          </p>
          <Commands commands={verify.commands} systems={systems} />
          {hashes.length > 0 && <Hashes hashes={hashes} />}
        </div>
      </div>
    </section>
  )
}

function Commands({ commands, systems }: { commands: Record<Platform, string> } & Pick<Props, 'systems'>) {
  return (
    <table className="DataTable DataTable--gap">
      <thead>
        <tr>
          <th scope="col">System</th>
          <th scope="col">Command</th>
          <th scope="col" className="DataTable-end">
            <span className="vh">Copy</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(systems) as Platform[]).map((platform) => (
          <tr key={platform}>
            <th scope="row">{systems[platform].name}</th>
            <td className="mono DataTable-long">{commands[platform]}</td>
            <td className="DataTable-end">
              <CopyButton text={commands[platform]} label={`the command for ${systems[platform].name}`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Hashes({ hashes }: { hashes: { name: string; sha256: string }[] }) {
  return (
    <table className="DataTable DataTable--gap">
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">SHA-256</th>
          <th scope="col" className="DataTable-end">
            <span className="vh">Copy</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {hashes.map(({ name, sha256 }) => (
          <tr key={name}>
            <td className="mono DataTable-long">{name}</td>
            <td className="mono" title={sha256}>
              {`${sha256.slice(0, 8)}…${sha256.slice(-8)}`}
            </td>
            <td className="DataTable-end">
              <CopyButton text={sha256} label={`the SHA-256 of ${name}`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
