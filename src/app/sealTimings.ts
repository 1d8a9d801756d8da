// Must run first: resource timing keeps the whole address of every request, which includes the SAS.
performance.setResourceTimingBufferSize(0);
performance.clearResourceTimings();
