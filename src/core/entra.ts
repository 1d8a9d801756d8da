/** What Azure Storage requires of an access token from Microsoft Entra. Source: authorize access to tables using Microsoft Entra ID. */

/** The audience of a token for storage. */
export const STORAGE_RESOURCE = 'https://storage.azure.com/';

/** A command that prints a token and nothing else. */
export const TOKEN_COMMAND = `az account get-access-token --resource ${STORAGE_RESOURCE} --query accessToken -o tsv`;

/** The role that may read rows. Owner and Contributor manage the account, but may not read any. */
export const READER_ROLE = 'Storage Table Data Reader';

/** The first version of the service that accepts a token for tables. */
export const TOKEN_VERSION = '2020-12-06';
