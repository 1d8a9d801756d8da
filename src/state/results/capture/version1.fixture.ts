/** A capture as version 1 wrote it, in Base64. Never change it: it must open, whatever later versions write. */
export const VERSION_1 = [
  'H4sIAAAAAAAAA92W32/iOBDH3/evqObZvcaGUvBb1TudVqe9rVa3L3danUwyQESwU9uhIJT//TR2AoHS0K3uYbUREvGPycx8PP7a',
  'O1ji1qWmRJCQqtJXFoHBGq3LjQbJGVjz7ECOGEwLky4dSFF/2IFFVxUe5A6cWmN27z85kPxucju4FcOEHgZloTTNsPhUoQuTvZoW',
  '+KdakbvPNkPrgIFLF7jCjxlIWGXuurQ4yzeYAYPnXGfmmQxn1qxAwmgwGSR3YjJK2gcYeLMfGQzEYaRmsDZFRc54wqDS+y/LmSoc',
  '1gyeKrQ5OpD/7CDXGW5AJgwKNcUCJMT5V+QjvobRszlYpedIgZbK+twHeLuaAW5U6kF6W5G7WV54tCDhib5JzrcPhXKOfLV2V/FT',
  'NdtHxF9ExDsR8f8pIn4xom8M5pWy2Smu0rjm+6CmZk0FdDaiva85HDIKFldNXpPgpDcKBtr4sGLfKHxjV5Qj6qw0ufYgYeF96eTN',
  'jfoFN2pVFnjTxvOy5kACXCiSFjS5pMnlsv3/pHy6AAl5oN102+PupmxFIkbXnF+L5K8kkeH3d1u43TF+GIul/3u+Rh0Xq8OP4scC',
  'aRmDT1PpLNfz2PJqCjLuWlrtC2DSQuWBoPPKBxEwNOQROju/2SW/Go0gxb5975aESVBk1vkvqDo6IPhENDpgzw0M44AzOqwlkad5',
  'zbqW1swtujdszPOK0iSTUcQMSjWn5eMMcFX67WNsJm2GAwbTbagpPhaslatoYNFHgUgYYKFKhxklQtH3J71ARcH8timNI0pxCQvl',
  '/B+4PdqWoQ3Jv8lB3MRB3Kx5biYkiYD6oiz8LDz4G3l8hyi9IjkHPGmBysL5WMnRgQS5yoKfZa7p4Aqa1Srox30Ux4JP3EO38p7I',
  'NzWtY+dThVV7kiYhKOu7bdT+3n/V+eZ1unEyLQbqrLWlZoapOeqglCs6zOMGDXmFE7h5vxJwUgVtaSyUezDa57pSkW9zlkYivJcI',
  'Pz1weojwH43I4H1ExJ5IqNOeGpn3AxH9QIZ9RIanRMbHRManRMbfS2QPJLkEZLAHki4wXb4E8vaiGJ9CGPdBGJ9C4OKYQmgfYQg9',
  '3iwxXGQ1bvxjR6YeFsoS+foNrIYHVqNxy4qfYdWKTUddQxRKm5UqgvbuwFT+8yzIe9RtLFF5jIpkKu/yjAjWNV3Vw72djOKO7Oh8',
  'GH7sOYc6l+wvHd1N4JIhP2/ILxqK84YCzmXCezPh782EvzeT186sl5kg1f/ucMNyFV0TB3czldxiCnX94T8rQLC4mg0AAA==',
].join('');
