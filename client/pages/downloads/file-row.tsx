import { fileUrl } from '#shared/releases/release-files.ts'
import type { ReleaseFile } from '#shared/releases/releases.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { CopyButton } from '../../site/ui/copy-button.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { fileLabel, fileSize, processor } from './release-file.ts'

/** Shows size and SHA-256 if they are known. */
export function FileRow({ file, isMain }: { file: ReleaseFile; isMain: boolean }) {
  const { site } = useAppState()
  const { name, size, sha256 } = file
  return (
    <div className="Download-file">
      <a
        // A new element, because the old one would fade into the other kind for ten frames.
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
