/** What Azure Storage asks of an access token of Microsoft Entra. Source: authorize access to tables using Microsoft Entra ID. */

/** The audience of a token for storage. */
export const STORAGE_RESOURCE = 'https://storage.azure.com/';

/** Prints a token, and nothing else. */
export const TOKEN_COMMAND = `az account get-access-token --resource ${STORAGE_RESOURCE} --query accessToken -o tsv`;

/** Reads rows. Owner and Contributor manage the account, and read none. */
export const READER_ROLE = 'Storage Table Data Reader';

/** The first version of the service that takes a token for tables. */
export const TOKEN_VERSION = '2020-12-06';
