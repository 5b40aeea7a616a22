import { apiRoutes } from '#shared/routes.ts'
import { useAppState } from '../../app-state.tsx'
import { holdWhileOffline } from '../../framework/offline-form.tsx'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'

/** Activation by file, for a machine that never goes online. */
export function OfflineSteps() {
  const { site, config } = useAppState()
  return (
    <div>
      <h2 className="Sheet-title">By file, without one</h2>
      <p className="Lede">For a machine that never goes online. Use any other machine for step two.</p>
      <ol className="Steps">
        <li>
          <h3>Save a request file</h3>
          <p>On the offline machine: Help, Licence, Activate by file.</p>
        </li>
        <li>
          <h3>Bring it here</h3>
          <form
            method="post"
            encType="multipart/form-data"
            action={config.apiBaseUrl + apiRoutes.offlineActivation}
            onSubmit={holdWhileOffline}
          >
            <FileDrop label="Choose the request file" name="request" note="About 1 KB" required />
            <div className="Form-actions">
              <Button quiet>Get the activation file</Button>
            </div>
          </form>
        </li>
        <li>
          <h3>Take the activation file back</h3>
          <p>{`It downloads straight away. Open it in ${site.product} on the offline machine.`}</p>
        </li>
      </ol>
    </div>
  )
}
