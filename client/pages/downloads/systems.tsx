import type { DownloadsPage } from '#shared/content/content-pages.ts'
import type { Platform, ReleaseFile } from '#shared/releases/releases.ts'
import { FileRow } from './file-row.tsx'
import { Folds } from './folds.tsx'
import { arrangeFiles, mainFiles } from './release-file.ts'
import { type Computer, useVisitorComputer } from './visitor-computer.ts'

type Props = { systems: DownloadsPage['systems']; files: ReleaseFile[] }

/** The visitor's own system comes first and has the cue. */
export function Systems({ systems, files }: Props) {
  const computer = useVisitorComputer()
  const platforms = ownFirst(Object.keys(systems) as Platform[], computer.platform)
  return (
    <ul className="RowList Downloads">
      {platforms.map((platform, place) => (
        <System
          // Rows keep their places and change their contents, so nothing moves once the machine is known.
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
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
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
