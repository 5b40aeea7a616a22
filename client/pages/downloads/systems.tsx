import type { DownloadsPage } from '#shared/content/content-pages.ts'
import { fileUrl } from '#shared/releases/release-files.ts'
import type { Platform, ReleaseFile } from '#shared/releases/releases.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { CopyButton } from '../../site/ui/copy-button.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { Folds } from './folds.tsx'
import { arrangeFiles, fileLabel, fileSize, mainFiles, processor } from './release-file.ts'
import { type Computer, useVisitorComputer } from './visitor-computer.ts'

/** The visitor's own system comes first and is highlighted. */
export function Systems({ systems, files }: { systems: DownloadsPage['systems']; files: ReleaseFile[] }) {
  const computer = useVisitorComputer()
  const platforms = ownFirst(Object.keys(systems) as Platform[], computer.platform)
  return (
    <ul className="RowList Ruled Downloads">
      {platforms.map((platform, place) => (
        <System
          // Rows stay and only their contents change, so nothing moves once the computer is known.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what stays
          key={place}
          system={systems[platform]}
          files={files.filter((file) => file.platform === platform)}
          isOwn={platform === computer.platform}
          arch={platform === computer.platform ? computer.arch : null}
        />
      ))}
    </ul>
  )
}

type SystemProps = {
  system: DownloadsPage['systems'][Platform]
  files: ReleaseFile[]
  isOwn: boolean
  arch: Computer['arch']
}

function System({ system, files, isOwn, arch }: SystemProps) {
  const main = mainFiles(files, arch)
  return (
    <li className="RowList-row Download" data-current={isOwn ? '' : undefined}>
      <div>
        <h3 className="RowList-title">{system.name}</h3>
        {isOwn && <p className="Download-you">This looks like your computer</p>}
        <ul className="Download-needs">
          {system.requires.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
        {main.length > 1 && system.processorHint && <p className="Download-hint">{system.processorHint}</p>}
        {system.signed && <p className="Download-hint">{system.signed}</p>}
      </div>
      <div>
        <div className="Download-files OnComputer">
          {arrangeFiles(files, arch).map((file, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows stay and only their contents change
            <FileRow key={place} file={file} isMain={main.includes(file)} />
          ))}
        </div>
        <Folds system={system} files={files} />
      </div>
    </li>
  )
}

function ownFirst(platforms: Platform[], own: Platform | null): Platform[] {
  return platforms.toSorted((a, b) => Number(b === own) - Number(a === own))
}

/** Shows size and SHA-256 if they are known. */
function FileRow({ file, isMain }: { file: ReleaseFile; isMain: boolean }) {
  const { site } = useAppState()
  const { name, size, sha256 } = file
  return (
    <div className="Download-file">
      <a
        // Uses a new element, because the old one would fade between the two styles for ten frames.
        key={String(isMain)}
        className={isMain ? 'Button' : 'Button Button--quiet'}
        href={fileUrl(site.downloads.baseUrl, file)}
        aria-label={`${fileLabel(file)}, for ${processor(file)}`}
      >
        <Icon name="download" />
        <span>{fileLabel(file)}</span>
      </a>
      <div className="Download-facts">
        <p>{size ? `${processor(file)}, ${fileSize(size)}` : processor(file)}</p>
        {sha256 && (
          <p className="Download-sum">
            <span>SHA-256</span>
            <code title={sha256} translate="no">
              {sha256}
            </code>
            <CopyButton text={sha256} label={`the SHA-256 of ${name}`} />
          </p>
        )}
      </div>
    </div>
  )
}
