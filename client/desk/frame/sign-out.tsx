import { deskRoutes } from '#shared/routes/desk-routes.ts'

export function SignOut() {
  return (
    <form method="post" action={deskRoutes.signOut}>
      <button type="submit">Sign out</button>
    </form>
  )
}
