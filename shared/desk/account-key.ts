/** No bank's account number or account name is longer. */
const longestAccount = 200

/** The select's value for another account. It can't equal an account, because those have letters or digits. */
export const anotherAccount = '+'

/** Equal for all spellings of an account: "062-000 1234" and "0620001234", "Épargne" and "epargne". */
export function accountKey(account: string): string {
  return account
    .slice(0, longestAccount)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}
