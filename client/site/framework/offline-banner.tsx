import { FrameIcon } from '../ui/frame-icon.tsx'
import { useOnline } from './online-status.ts'

export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status" data-tone="paper" className={online ? undefined : 'OfflineBanner'}>
      {!online && (
        <div className="wrap OfflineBanner-in">
          <FrameIcon name="offline" />
          <p>
            You’re offline. Pages you’ve already opened still work. Orders and activation need a connection.
          </p>
        </div>
      )}
    </div>
  )
}
