import type { DownloadsPage } from '#shared/content/content-pages.ts'
import { fileUrl } from '#shared/releases/release-files.ts'
import type { Platform, ReleaseFile } from '#shared/releases/releases.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { fileLabel, processor } from './release-file.ts'

type Props = { system: DownloadsPage['systems'][Platform]; files: ReleaseFile[] }

/** On a phone the files are folded too, because it can't use them. */
export function Folds({ system: { name, install, remove }, files }: Props) {
  const { baseUrl } = useAppState().site.downloads
  return (
    <div className="Gap">
      <details className="Fold OnPhone">
        <summary>{`Files for ${name}`}</summary>
        <ul className="Fold-files">
          {files.map((file) => (
            <li key={file.name}>
              <a href={fileUrl(baseUrl, file)}>{`${fileLabel(file)}, for ${processor(file)}`}</a>
            </li>
          ))}
        </ul>
      </details>
      <Steps title="Install it" system={name} steps={install} />
      <Steps title="Remove it" system={name} steps={remove} />
    </div>
  )
}

function Steps({ title, system, steps }: { title: string; system: string; steps: string[] }) {
  return (
    <details className="Fold">
      <summary>
        <span>{title}</span>
        <span className="vh">{` on ${system}`}</span>
      </summary>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  )
}
