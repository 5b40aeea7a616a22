import type { ReleaseFile } from '#shared/releases.ts'
import { useAppState } from '../../app-state.tsx'
import type { DownloadsDocument, Platform } from '../../content/documents.ts'
import { Icon } from '../../ui/icon.tsx'
import { fileLabel, fileSize, fileUrl } from './release-file.ts'
import { useVisitorPlatform } from './visitor-platform.ts'

type Props = { systems: DownloadsDocument['systems']; files: ReleaseFile[] }

/** A row for each system; the cue moves to the visitor's own. */
export function Systems({ systems, files }: Props) {
  const own = useVisitorPlatform()
  const platforms = Object.keys(systems) as Platform[]
  return (
    <ul className="RowList">
      {platforms.map((platform) => (
        <li key={platform} className="RowList-row Download" data-current={platform === own ? '' : undefined}>
          <div>
            <h3 className="RowList-title">{systems[platform].name}</h3>
            <p className="Download-needs">{systems[platform].requires}</p>
            {platform === own && <p className="Download-you">This looks like your computer</p>}
          </div>
          <Files files={files.filter((file) => file.platform === platform)} />
        </li>
      ))}
    </ul>
  )
}

function Files({ files }: { files: ReleaseFile[] }) {
  const { site } = useAppState()
  return (
    <div className="Download-files">
      {files.map((file, index) => (
        <div key={file.name} className="Download-file">
          <a
            className={index === 0 ? 'Button' : 'Button Button--quiet'}
            href={fileUrl(site.downloads.baseUrl, file)}
          >
            <Icon name="download" />
            {fileLabel(file, files)}
          </a>
          {file.size && <p className="meta">{fileSize(file.size)}</p>}
        </div>
      ))}
    </div>
  )
}
